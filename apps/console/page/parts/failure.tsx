export function Failure({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p class="notice tone-bad" role="alert">
      {message}
    </p>
  );
}
