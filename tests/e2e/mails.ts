import type { FakesClient } from '#tests/fakes/client.ts'
import { expect } from './fixtures.ts'

/** The newest mail's link to that path, once it has come, as a path on the site under test. */
export async function linkFor(
  fakes: FakesClient,
  email: string,
  path: '/verify' | '/reset-password' | '/auth',
): Promise<string> {
  const find = async () => {
    const links = (await fakes.mailbox(email)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    return links.map((link) => new URL(link)).find(({ pathname }) => pathname === path)
  }
  await expect.poll(async () => (await find())?.pathname).toBe(path)
  const link = await find()
  return `${link?.pathname}${link?.search}`
}
