import type { DocsSearch } from '#web/lib/docs-search.ts'
import type { FoundPage } from '#worker/docs/contract/search.ts'
import { element } from './element.ts'

const MAX_RESULTS = 8

type Parts = { input: HTMLInputElement; list: HTMLElement; status: HTMLElement }

export function offerSearch(): void {
  const box = document.querySelector<HTMLElement>('.search')
  const input = box?.querySelector('input')
  const list = box?.querySelector<HTMLElement>('.results')
  const status = box?.querySelector<HTMLElement>('.found')
  if (!box || !input || !list || !status) return
  const parts = { input, list, status }
  let search: Promise<DocsSearch> | undefined
  const load = () => {
    search ??= import('#web/lib/docs-search.ts')
      .then(({ loadDocsSearch }) => loadDocsSearch())
      .catch((error: unknown) => {
        search = undefined
        throw error
      })
    return search
  }
  const update = () =>
    load()
      .then((find) => show(parts, find(input.value).slice(0, MAX_RESULTS)))
      .catch(() => fail(parts))
  input.addEventListener('focus', () => void load().catch(() => {}))
  input.addEventListener('input', () => void update())
  input.addEventListener('keydown', (event) => onKey(parts, event))
  document.addEventListener('keydown', (event) => focusOnSlash(input, event))
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) close(parts)
  })
}

function show({ input, list, status }: Parts, found: readonly FoundPage[]): void {
  const isAsked = input.value.trim() !== ''
  list.replaceChildren(
    ...found.map(({ url, title, page }, at) =>
      element(
        'a',
        { href: url, role: 'option', id: `result-${at}`, tabindex: '-1', 'aria-selected': 'false' },
        element('strong', {}, title),
        ...(page ? [element('span', { class: 'page' }, page)] : []),
      ),
    ),
  )
  list.hidden = found.length === 0
  input.ariaExpanded = String(found.length > 0)
  input.removeAttribute('aria-activedescendant')
  const count = found.length === 1 ? '1 result' : `${found.length} results`
  status.textContent = isAsked ? (found.length === 0 ? 'No results' : count) : ''
  status.classList.toggle('visible', isAsked && found.length === 0)
}

function close({ input, list, status }: Parts): void {
  list.hidden = true
  input.ariaExpanded = 'false'
  input.removeAttribute('aria-activedescendant')
  status.classList.remove('visible')
}

function fail({ status }: Parts): void {
  status.textContent = "Search didn't load. Check your connection."
  status.classList.add('visible')
}

function onKey(parts: Parts, event: KeyboardEvent): void {
  const options = [...parts.list.querySelectorAll('a')]
  const at = options.findIndex((option) => option.ariaSelected === 'true')
  if (event.key === 'Escape') {
    // A second Escape leaves the field.
    if (parts.input.value === '') parts.input.blur()
    parts.input.value = ''
    close(parts)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    options[Math.max(0, at)]?.click()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    select(parts.input, options, event.key === 'ArrowDown' ? at + 1 : at - 1)
  }
}

function select(input: HTMLInputElement, options: readonly HTMLAnchorElement[], at: number): void {
  const chosen = options.at(at % Math.max(1, options.length))
  for (const option of options) option.ariaSelected = String(option === chosen)
  if (!chosen) return
  input.setAttribute('aria-activedescendant', chosen.id)
  chosen.scrollIntoView({ block: 'nearest' })
}

function focusOnSlash(input: HTMLInputElement, event: KeyboardEvent): void {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
}
