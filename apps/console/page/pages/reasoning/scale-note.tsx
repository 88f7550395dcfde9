export function ScaleNote() {
  return (
    <p class="soft small scale-note">
      <span class="scale" aria-hidden="true" /> A node’s colour is its score, from 0 to 1; the
      figure stands in it.
    </p>
  );
}
