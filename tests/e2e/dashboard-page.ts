import type { Page } from 'playwright/test'

export const tinField = (page: Page) => page.getByRole('textbox', { name: 'Tax ID (TIN)' })

async function pickCountry(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('combobox', { name: 'Search countries' }).fill(name)
  await page.getByRole('option', { name }).click()
}

export async function validate(page: Page, country: string, tin: string) {
  await pickCountry(page, country)
  await tinField(page).fill(tin)
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
}
