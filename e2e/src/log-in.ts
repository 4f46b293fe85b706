import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import type { Translate } from './translate.ts'

export const logInForm = (page: Page, t: Translate) => ({
  login: page.getByLabel(t('entry.login.email'), { exact: true }),
  password: page.getByLabel(t('entry.login.password'), { exact: true }),
  submit: page.getByRole('button', { name: t('entry.login.submit'), exact: true }),
})

export const logIn = async (
  page: Page,
  t: Translate,
  login: string,
  password: string = DEMO_PASSWORD,
): Promise<void> => {
  const form = logInForm(page, t)
  await form.login.fill(login)
  await form.password.fill(password)
  await form.submit.click()
}

/** Switches between the tabs of the log-in dialog, which has tabs only where registering is possible. */
export const switchLogInTab = (page: Page, t: Translate, tab: 'login' | 'register'): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('radio', { name: t(tab === 'login' ? 'entry.login.title' : 'entry.register.tab'), exact: true })
    .click()
