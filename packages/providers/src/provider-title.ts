import { settingOf } from "./provider-settings.ts";

/** A provider's name in a sentence: the vendor's spelling, else the name it was configured under. */
export function providerTitle(name: string): string {
  return settingOf(name)?.title ?? name;
}
