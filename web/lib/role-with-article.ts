import type { MemberRole } from '#worker/organizations/contract.ts'

export function roleWithArticle(role: MemberRole): string {
  const name = role.replace('_', ' ')
  return `${name.startsWith('a') ? 'an' : 'a'} ${name}`
}
