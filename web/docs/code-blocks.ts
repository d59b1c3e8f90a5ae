import { localStore } from '#web/lib/storage.ts'

const KEY = 'docsLanguage'

export function offerTabs(): void {
  select(localStore.read(KEY) ?? '')
  for (const list of document.querySelectorAll<HTMLElement>('[role="tablist"]')) {
    list.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLElement && target.dataset.language) choose(target, target.dataset.language)
    })
    list.addEventListener('keydown', (event) => moveWithin(list, event))
  }
}

const tabsOf = (list: ParentNode) => [...list.querySelectorAll<HTMLElement>('[role="tab"]')]

/** Keeps the tab in its place on the screen while code above it changes its height. */
function choose(tab: HTMLElement, language: string): void {
  const before = tab.getBoundingClientRect().top
  select(language)
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  localStore.write(KEY, language)
}

function select(language: string): void {
  const tabs = tabsOf(document)
  if (!tabs.some((tab) => tab.dataset.language === language)) return
  for (const tab of tabs) {
    const isSelected = tab.dataset.language === language
    tab.ariaSelected = String(isSelected)
    tab.tabIndex = isSelected ? 0 : -1
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    if (panel) panel.hidden = !isSelected
  }
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

function moveWithin(list: HTMLElement, event: KeyboardEvent): void {
  const step = steps[event.key]
  if (step === undefined) return
  const tabs = tabsOf(list)
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  const next = tabs.at((at + step) % tabs.length)
  if (!next?.dataset.language) return
  event.preventDefault()
  choose(next, next.dataset.language)
  next.focus()
}

const SHOWN_FOR = 2_000

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
