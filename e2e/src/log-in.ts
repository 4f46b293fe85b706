import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import type { Words } from './words.ts'

export const logInForm = (page: Page, say: Words) => ({
  login: page.getByLabel(say('entry.login.email'), { exact: true }),
  password: page.getByLabel(say('entry.login.password'), { exact: true }),
  submit: page.getByRole('button', { name: say('entry.login.submit'), exact: true }),
})

/** Fills in and submits the log-in form on the screen. */
export const logIn = async (page: Page, say: Words, login: string, password: string = DEMO_PASSWORD): Promise<void> => {
  const form = logInForm(page, say)
  await form.login.fill(login)
  await form.password.fill(password)
  await form.submit.click()
}

/** Switches between the two tabs of the dialog, which it has where registering is possible. */
export const turnTo = (page: Page, say: Words, tab: 'login' | 'register'): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('radio', { name: say(tab === 'login' ? 'entry.login.title' : 'entry.register.tab'), exact: true })
    .click()
