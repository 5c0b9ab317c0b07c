/** A sentence where there is nothing else to show. */
export function Empty({ title, text, bar = false }: { title: string; text: string; bar?: boolean }) {
  return (
    <div class="empty">
      {bar && (
        <div class="bar">
          <i />
        </div>
      )}
      <b>{title}</b>
      <p>{text}</p>
    </div>
  );
}
