import { localStore } from './storage.ts'

const STORAGE_KEY = 'selectedOrganizationId'
const SIGNED_IN_KEY = 'signedIn'
const EVENT = 'organizationChanged'

type OrganizationChanged = CustomEvent<{ organizationId: string }>

export function resolveSelection(
  organizations: readonly { id: string }[] | undefined,
  stored: string | null,
): string | undefined {
  const selected = organizations?.find(({ id }) => id === stored)
  return (selected ?? organizations?.[0])?.id
}

export const storedSelection = (): string | null => localStore.read(STORAGE_KEY)

export const storeSelection = (organizationId: string): void => localStore.write(STORAGE_KEY, organizationId)

/** The next visit requests its first data at once if the user was signed in. */
export const wasSignedIn = (): boolean => localStore.read(SIGNED_IN_KEY) !== null

export const rememberSignedIn = (isSignedIn: boolean): void =>
  localStore.write(SIGNED_IN_KEY, isSignedIn ? '1' : null)

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
