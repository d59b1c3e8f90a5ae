import { useMemo } from 'react'
import { readDraft, saveDraft } from './draft.ts'
import { useOrganizationId, useUser } from './swr.ts'

/** Saved data is of one user and organization. Signing out deletes it. */
export type Owner = { userId: number; organizationId: string }

export function useOwner(): Owner | undefined {
  const userId = useUser().data?.id
  const organizationId = useOrganizationId()
  return useMemo(
    () => (userId !== undefined && organizationId ? { userId, organizationId } : undefined),
    [userId, organizationId],
  )
}

export const ownedKey = (name: string, { userId, organizationId }: Owner): string =>
  `${name} ${userId} ${organizationId}`

/** Browsers that reopen their tabs keep the tabs' storage for months. */
const MAX_AGE_MS = 12 * 60 * 60 * 1000

/** `name` has a version: another shape is never read. */
export function readSaved<Data>(name: string, owner: Owner): Data | undefined {
  const text = readDraft(ownedKey(name, owner))
  if (text === '') return undefined
  const { savedAt, data } = parseSaved<Data>(text)
  return Date.now() - savedAt < MAX_AGE_MS ? data : undefined
}

const parseSaved = <Data>(text: string) => JSON.parse(text) as { savedAt: number; data: Data }

/** In this tab, and never in the URL or the history, which browsers sync and servers log. */
export const saveInTab = (name: string, owner: Owner, data: unknown): void =>
  saveDraft(ownedKey(name, owner), data === undefined ? '' : JSON.stringify({ savedAt: Date.now(), data }))
