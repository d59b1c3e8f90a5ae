import { localStore, tabStore } from './storage.ts'

const STORAGE_KEY = 'selectedOrganizationId'
/** In the storage of the tab, until the user is known: they may not be a member. */
export const LINKED = 'linked'
const EVENT = 'organizationChanged'

type OrganizationChanged = CustomEvent<{ organizationId: string }>

export function resolveSelection<Own extends { id: string }>(
  organizations: readonly Own[] | undefined,
  stored: string | null,
): Own | undefined {
  const own = (wanted: string | null) => organizations?.find(({ id }) => id === wanted)
  return own(stored) ?? own(localStore.read(STORAGE_KEY)) ?? organizations?.[0]
}

/** A tab keeps the organization it started with, so that a switch in another tab never redirects its forms. */
export function storedSelection(): string | null {
  const own = tabStore.read(STORAGE_KEY)
  if (own !== null) return own
  const last = localStore.read(STORAGE_KEY)
  tabStore.write(STORAGE_KEY, last)
  return last
}

export function storeSelection(organizationId: string | null): void {
  tabStore.write(STORAGE_KEY, organizationId)
  localStore.write(STORAGE_KEY, organizationId)
}

/** For a link that names its organization, such as an email's. Returns the address without it. */
export function selectLinked(href: string): string | undefined {
  const url = new URL(href)
  const linked = url.searchParams.get('organizationId')
  if (!linked) return undefined
  tabStore.write(STORAGE_KEY, linked)
  tabStore.write(LINKED, linked)
  url.searchParams.delete('organizationId')
  return url.href
}

export function selectOrganization(organizationId: string): void {
  storeSelection(organizationId)
  window.dispatchEvent(new CustomEvent(EVENT, { detail: { organizationId } }))
}

export function onOrganizationChanged(listener: (organizationId: string) => void): () => void {
  const onEvent = (event: Event) => {
    const { detail } = event as OrganizationChanged
    if (typeof detail?.organizationId !== 'string') return
    if (storedSelection() !== detail.organizationId) storeSelection(detail.organizationId)
    listener(detail.organizationId)
  }
  window.addEventListener(EVENT, onEvent)
  return () => window.removeEventListener(EVENT, onEvent)
}
