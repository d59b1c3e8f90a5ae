const MAX_NAME_LENGTH = 64

/** For a new account. The dashboard asks for a better name. */
export const unnamedOrganization = (email: string) =>
  ({ name: organizationNameFor(email), onboarding: 'name' }) as const

/** `ada.byron@example.com` gets "Ada Byron's organization". */
function organizationNameFor(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._+-]+/).filter(Boolean)
  const person = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return `${(person || 'My').slice(0, MAX_NAME_LENGTH)}'s organization`
}
