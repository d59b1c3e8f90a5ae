import type { Page } from 'playwright/test'
import { expect } from './fixtures.ts'

export const members = (page: Page) => page.getByRole('region', { name: 'Team Members' })
export const invitations = (page: Page) => page.getByRole('region', { name: 'Pending Invitations' })
export const row = (page: Page, email: string) => members(page).getByRole('row').filter({ hasText: email })
export const invitation = (page: Page, email: string) =>
  invitations(page).getByRole('listitem').filter({ hasText: email })
export const inviteUser = (page: Page) => page.getByRole('button', { name: 'Invite User' })

export async function open(page: Page): Promise<void> {
  await page.goto('/organization/team')
  await expect(members(page).getByRole('table')).toBeVisible()
}

export async function openMenu(page: Page, email: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
