const SHOWN_FOR = 2_000

/** Copies the code that the button belongs to: of several, the visible one. */
export function offerCopy(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button
    .closest('figure, .snippets')
    ?.querySelector(':is(figure, [role="tabpanel"]:not([hidden])) pre')
  try {
    await navigator.clipboard.writeText(code?.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Press Ctrl+C'
    if (code) getSelection()?.selectAllChildren(code)
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, SHOWN_FOR)
}
