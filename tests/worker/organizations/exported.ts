import { strFromU8, unzipSync } from 'fflate'
import type { Member } from '#tests/worker/harness.ts'

/** The files of an organization's export. */
export async function exported(member: Member, organizationId = member.organization.id) {
  const response = await member.open(`/api/organization/export?organizationId=${organizationId}`)
  if (!response.ok) throw new Error(`export: ${response.status}`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return { headers: response.headers, files, text, json: (name: string) => JSON.parse(text(name)) }
}
