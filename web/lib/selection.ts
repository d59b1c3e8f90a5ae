const STORAGE_KEY = 'selectedOrganizationId'
const EVENT = 'organizationChanged'

type OrganizationChanged = CustomEvent<{ organizationId: string }>

/** The stored selection if it is one of the user's organizations, else the first; undefined with none. */
export function resolveSelection(
  organizations: readonly { id: string }[] | undefined,
  stored: string | null,
): string | undefined {
  const kept = organizations?.find(({ id }) => id === stored)
  return (kept ?? organizations?.[0])?.id
}

// Where the browser refuses storage the selection lives as long as the page.
let remembered: string | null = null

export function storedSelection(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return remembered
  }
}

/** Keeps the selection without announcing it: the default, on load. */
export function storeSelection(organizationId: string): void {
  remembered = organizationId
  try {
    localStorage.setItem(STORAGE_KEY, organizationId)
  } catch {
    return
  }
}

/** Switches: stores the selection and announces it to the whole window. */
export function selectOrganization(organizationId: string): void {
  storeSelection(organizationId)
  window.dispatchEvent(new CustomEvent(EVENT, { detail: { organizationId } }))
}

/** Also hears an event that somebody else dispatched, and a switch in another tab. */
export function onOrganizationChanged(listener: (organizationId: string) => void): () => void {
  const hear = (event: Event) => {
    const { detail } = event as OrganizationChanged
    if (typeof detail?.organizationId !== 'string') return
    if (storedSelection() !== detail.organizationId) storeSelection(detail.organizationId)
    listener(detail.organizationId)
  }
  const hearTab = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY && event.newValue) listener(event.newValue)
  }
  window.addEventListener(EVENT, hear)
  window.addEventListener('storage', hearTab)
  return () => {
    window.removeEventListener(EVENT, hear)
    window.removeEventListener('storage', hearTab)
  }
}

/** For useSyncExternalStore. */
export const subscribeSelection = (wake: () => void) => onOrganizationChanged(wake)
