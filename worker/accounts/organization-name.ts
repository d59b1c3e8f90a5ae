const MAX_NAME_LENGTH = 64

/** `ada.byron@example.com` gets "Ada Byron's organization". */
export function organizationNameFor(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._+-]+/).filter(Boolean)
  const person = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return `${(person || 'My').slice(0, MAX_NAME_LENGTH)}'s organization`
}
