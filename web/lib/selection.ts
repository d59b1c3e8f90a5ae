const STORAGE_KEY = 'selectedOrganizationId'
const EVENT = 'organizationChanged'

type OrganizationChanged = CustomEvent<{ organizationId: string }>

export function resolveSelection(
  organizations: readonly { id: string }[] | undefined,
  stored: string | null,
): string | undefined {
  const selected = organizations?.find(({ id }) => id === stored)
  return (selected ?? organizations?.[0])?.id
}

// Used if the browser refuses storage.
let inMemory: string | null = null

export function storedSelection(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return inMemory
  }
}

export function storeSelection(organizationId: string): void {
  inMemory = organizationId
  try {
    localStorage.setItem(STORAGE_KEY, organizationId)
  } catch {
    return
  }
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
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY && event.newValue) listener(event.newValue)
  }
  window.addEventListener(EVENT, onEvent)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener(EVENT, onEvent)
    window.removeEventListener('storage', onStorage)
  }
}

export const subscribeSelection = (wake: () => void) => onOrganizationChanged(wake)
