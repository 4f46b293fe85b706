import type { Page } from 'playwright-core'
import type { Translate } from './translate.ts'

export const NEW_PASSWORD = 'velo-tilleul-lac'
let nicknameCount = 0

export const field = (page: Page, t: Translate, key: string) => page.getByLabel(t(key), { exact: true })
export const button = (page: Page, t: Translate, key: string) => page.getByRole('button', { name: t(key), exact: true })

/** Registers with the open registration form, and waits until the app says that the mail was sent. */
export const signUp = async (page: Page, t: Translate, email: string): Promise<void> => {
  await field(page, t, 'entry.email').fill(email)
  await page.getByRole('checkbox').check()
  await button(page, t, 'entry.register').click()
  await page.getByRole('dialog', { name: t('entry.sent.popup2.title') }).waitFor()
}

/** Confirms the open log-in link; opening the link alone does not consume it. */
export const confirmLink = (page: Page, t: Translate) => button(page, t, 'entry.go').click()

/** Fills in both pages of the first profile; the caller saves it. */
export const fillInProfile = async (
  page: Page,
  t: Translate,
  pseudo: string,
  { password = true } = {},
): Promise<void> => {
  await field(page, t, 'entry.firstname').fill('Camille')
  await field(page, t, 'entry.lastname').fill('Roussel')
  await field(page, t, 'entry.pseudo').fill(pseudo)
  await page.getByText(t('entry.pseudo.free')).waitFor()
  await page.getByRole('checkbox').check()
  await button(page, t, 'entry.profile.continue').click()
  await page.getByRole('heading', { level: 1, name: t('entry.profile.home.title') }).waitFor()
  await page.getByRole('checkbox', { name: t('entry.confirmaddress') }).check()
  if (!password) return
  await field(page, t, 'entry.newpassword').fill(NEW_PASSWORD)
  await field(page, t, 'entry.again').fill(NEW_PASSWORD)
}

/** A unique nickname that consists of letters only. */
export const uniqueNickname = (word: string) =>
  `${word}${String(++nicknameCount).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!)}`
