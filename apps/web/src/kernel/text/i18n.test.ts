import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compileTexts } from '../../../build/messages.ts'
import { setupI18n } from '@lingui/core'
import { ApiError } from '../http/api.ts'
import { currentLanguage, explain, followLanguageOfOtherTabs, loadTexts, setLanguage, t } from './i18n.ts'
import { store, stored } from '../device/stored.ts'

beforeEach(() => loadTexts('frame'))
afterEach(async () => {
  await setLanguage('en')
  store('language', null)
})

const translatorOf = (language: string, message: string) => {
  const i18n = setupI18n()
  i18n.load(language, compileTexts({ key: message }) as never)
  i18n.activate(language)
  return (params: Record<string, string | number>) => i18n._('key', params)
}

test('a plural follows the rules of its language', () => {
  const english = translatorOf('en', '{count, plural, =0 {nobody} one {# neighbour} other {# neighbours}}')
  expect([0, 1, 2, 1200].map(count => english({ count }))).toEqual([
    'nobody',
    '1 neighbour',
    '2 neighbours',
    '1,200 neighbours',
  ])
  const french = translatorOf('fr', '{count, plural, one {# voisin} other {# voisins}}')
  expect([0, 1, 2].map(count => french({ count }))).toEqual(['0 voisin', '1 voisin', '2 voisins'])
})

test('a select message uses the case of the value, or `other` for an unknown value', () => {
  const text = translatorOf('fr', '{gender, select, F {intéressée} M {intéressé} other {intéressé·e}} par {title}')
  expect(text({ gender: 'F', title: 'l’apéro' })).toBe('intéressée par l’apéro')
  expect(text({ gender: 'constructor', title: 'tout' })).toBe('intéressé·e par tout')
})

test('a chosen language is shown and stored, and sets the lang attribute of the page', async () => {
  expect(t('common.close')).toBe('Close')
  await setLanguage('fr')
  expect(t('common.close')).toBe('Fermer')
  expect(document.documentElement.lang).toBe('fr')
  expect(stored('language')).toBe('fr')
  expect(currentLanguage()).toBe('fr')
})

test('the manifest link changes only when the language changes', async () => {
  document.head.innerHTML = '<link rel="manifest" href="/manifest.webmanifest">'
  const link = document.querySelector('link')!
  const setAttribute = vi.spyOn(link, 'setAttribute')
  await setLanguage('en')
  expect(setAttribute).not.toHaveBeenCalled()
  await setLanguage('fr')
  expect(link.getAttribute('href')).toBe('/manifest.fr.webmanifest')
  await setLanguage('en')
  expect(link.getAttribute('href')).toBe('/manifest.webmanifest')
  document.head.replaceChildren()
})

test('the language follows a choice made in another tab', async () => {
  const stop = followLanguageOfOtherTabs()
  localStorage.setItem('language', '"fr"')
  dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  await vi.waitFor(() => expect(t('common.close')).toBe('Fermer'))
  expect(document.documentElement.lang).toBe('fr')
  stop()
})

test('loadTexts loads the texts in the new language if the language changes while the texts are loading', async () => {
  const change = setLanguage('fr')
  await Promise.all([loadTexts('session'), change])
  expect(t('common.back')).toBe('Retour')
})

test('every error has a text: a common one, one of a loaded feature, or the fallback', async () => {
  expect(explain(new ApiError('forbidden', 403))).toBe('You are not allowed to do this.')
  await loadTexts('entry')
  expect(explain(new ApiError('baduserpassword', 401))).toBe('Bad user or password')
  expect(explain(new ApiError('toomanypinned', 409))).toBe('An unexpected error occurred.')
  expect(explain(new TypeError('x'))).toBe('An unexpected error occurred.')
})

test('a text whose feature was not loaded is logged as missing, and its text key is shown', async () => {
  await loadTexts('frame')
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(t('messageacts.video.wrong')).toBe('messageacts.video.wrong')
  expect(reported.mock.calls).toEqual([['text missing: messageacts.video.wrong']])
  await loadTexts('chat')
  reported.mockClear()
  expect(t('messageacts.video.wrong')).not.toContain('messageacts')
  expect(reported).not.toHaveBeenCalled()
  reported.mockRestore()
})

test('a wait is formatted in seconds, minutes, hours or days', async () => {
  const wait = (seconds: number) => explain(new ApiError('toomanyrequests', 429, { params: { seconds } }))
  expect(wait(86_400)).toBe('Too many attempts. Try again in 1\u00a0day.')
  expect(wait(85_080)).toBe('Too many attempts. Try again in 24\u00a0hours.')
  expect(wait(7_200)).toBe('Too many attempts. Try again in 2\u00a0hours.')
  expect(wait(7_199)).toBe('Too many attempts. Try again in 120\u00a0minutes.')
  expect(wait(61)).toBe('Too many attempts. Try again in 2\u00a0minutes.')
  expect(wait(60)).toBe('Too many attempts. Try again in 1\u00a0minute.')
  expect(wait(30)).toBe('Too many attempts. Try again in 30\u00a0seconds.')
  expect(wait(1)).toBe('Too many attempts. Try again in 1\u00a0second.')
  expect(explain(new ApiError('toomanyrequests', 429))).toBe('Too many attempts. Try again in 1\u00a0minute.')
  expect(explain(new ApiError('toomanyrequests', 429, { params: { seconds: 7200, limit: 'day' } }))).toBe(
    'This is the limit for one day. Try again in 2\u00a0hours.',
  )
  await setLanguage('fr')
  expect(wait(1)).toBe('Trop de tentatives. Réessayez dans 1\u00a0seconde.')
  expect(wait(90)).toBe('Trop de tentatives. Réessayez dans 2\u00a0minutes.')
})
