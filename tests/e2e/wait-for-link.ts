import type { FakesClient } from '#tests/fakes/client.ts'
import { expect } from './fixtures.ts'

/** Waits for an email with a link to the path, and returns the newest link as a path. */
export async function waitForLink(
  fakes: FakesClient,
  email: string,
  path: '/verify' | '/reset-password' | '/auth' | '/confirm-email',
): Promise<string> {
  const find = async () => {
    const links = (await fakes.mailbox(email)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    return links.map((link) => new URL(link)).find(({ pathname, hash }) => pathname === path && hash !== '')
  }
  await expect.poll(async () => (await find())?.pathname, { intervals: [100] }).toBe(path)
  const link = await find()
  return `${link?.pathname}${link?.hash}`
}

/** What the link of an email carries after its #. */
export const secretsIn = (link: string) => new URLSearchParams(link.split('#')[1])
