/**
 * A result that is JSON already, for tools whose store keeps it as text. It is sent as it is: that it fits the output's
 * schema is the tool's word.
 */
export class JsonResult {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
