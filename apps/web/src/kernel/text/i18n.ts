import { setupI18n, type Messages } from '@lingui/core'
import { languages, pickLanguage, type Language } from '@parvis/contract/language.ts'
import { ApiError } from '../http/api.ts'
import { isChunkLoadError } from '../http/chunk-load-error.ts'
import { onStoredChange, store, stored } from '../device/stored.ts'
import { createObservable, useObservable } from '../observable.ts'
import type { TextKey, TextFeature } from './text-keys.ts'

type TextParams = Record<string, string | number>
export type Translate = (key: TextKey, params?: TextParams) => string

interface LanguageTexts {
  frame: Messages
  features: Record<string, () => Promise<Messages>>
}

const languageFiles = import.meta.glob<LanguageTexts>('../../locales/??.ts')
const i18n = setupI18n({
  missing: (_, key) => {
    console.error(`text missing: ${key}`)
    return key
  },
})
const features = new Set<TextFeature>()
const loading = new Map<string, Promise<void>>()

/** The language chosen on this device, else the device's own, else the fallback (the community's language). */
const preferredLanguage = (fallback: Language): Language =>
  languages.find(language => language === stored('language')) ?? pickLanguage(navigator.languages, fallback)

let current: Language = preferredLanguage('en')

export const currentLanguage = (): Language => current

const fetchTexts = async (language: Language, feature: TextFeature): Promise<Messages> => {
  const { frame, features: files } = await languageFiles[`../../locales/${language}.ts`]!()
  const prefix = `./${language}/${feature}.`
  // The texts of `frame` are loaded together with their language.
  return (files[`${prefix}json`] ?? files[`${prefix}ts`])?.() ?? frame
}

const loadFeatureTexts = (language: Language, feature: TextFeature): Promise<void> => {
  const name = `${language}/${feature}`
  const pending = loading.get(name)
  if (pending) return pending
  const promise = fetchTexts(language, feature).then(messages => i18n.load(language, messages))
  loading.set(name, promise)
  promise.catch(() => loading.delete(name))
  return promise
}

export const loadTexts = async (...names: TextFeature[]): Promise<void> => {
  for (const name of names) features.add(name)
  const language = current
  await Promise.all(names.map(name => loadFeatureTexts(language, name)))
  if (language !== current) return loadTexts(...names)
  if (i18n.locale !== language) activateLanguage(language)
}

/** Loads a module together with the texts that it shows. */
export const withTexts = async <T>(module: Promise<T>, ...names: TextFeature[]): Promise<T> =>
  (await Promise.all([module, loadTexts(...names)]))[0]

/** Links the manifest in the chosen language: the server knew only the language of the device. */
const updateManifestLink = (language: Language) => {
  const link = document.querySelector('link[rel=manifest]')
  const href = `/manifest${language === 'en' ? '' : `.${language}`}.webmanifest`
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href)
}

const activateLanguage = (language: Language) => {
  i18n.activate(language)
  document.documentElement.lang = language
  updateManifestLink(language)
  texts.set(createTexts())
}

const switchLanguage = async (language: Language) => {
  await Promise.all([...features].map(feature => loadFeatureTexts(language, feature)))
  current = language
  activateLanguage(language)
}

/** Sets the language; null means the device's own. The screen changes once all texts are loaded. */
export const setLanguage = async (language: Language | null): Promise<void> => {
  await switchLanguage(language ?? pickLanguage(navigator.languages, current))
  store('language', language)
}

export const followLanguageOfOtherTabs = (): (() => void) =>
  onStoredChange('language', () => {
    const language = preferredLanguage(current)
    if (language !== current) switchLanguage(language).catch(() => {})
  })

export const applyFallbackLanguage = async (fallback: Language): Promise<void> => {
  const language = preferredLanguage(fallback)
  if (language !== current) await switchLanguage(language)
}

export const t: Translate = (key, params) => i18n._(key, params)

const unknownError = new ApiError('unexpectederror', 0)
const networkError = new ApiError('networkerror', 0)
const toApiError = (error: unknown) =>
  error instanceof ApiError ? error : isChunkLoadError(error) ? networkError : unknownError

/** The text key of an error. A text that only one feature needs loads with it; until then, the fallback is used. */
const textKeyOf = (error: unknown): TextKey => {
  const key: TextKey = `errors.${toApiError(error).key}`
  return key in i18n.messages ? key : 'errors.unexpectederror'
}

/** The units of waits, the longest first: the seconds from which a unit is used, and its length in seconds. */
const WAIT_UNITS = [
  ['day', 86_400, 86_400],
  ['hour', 7_200, 3_600],
  ['minute', 60, 60],
  ['second', 0, 1],
] as const

/** Returns the text of any error. A wait is rounded up to a suitable unit; without `seconds`, it is one minute. */
export const explain = (error: unknown) => {
  const { params } = toApiError(error)
  const seconds = Number(params?.seconds ?? 60)
  const [unit, , length] = WAIT_UNITS.find(([, from]) => seconds >= from) ?? WAIT_UNITS[3]
  const wait = new Intl.NumberFormat(current, { style: 'unit', unit, unitDisplay: 'long' })
  return t(textKeyOf(error), { ...params, wait: wait.format(Math.ceil(seconds / length)).replace(' ', '\u00a0') })
}

interface Texts {
  t: Translate
  language: Language
  explain: (error: unknown) => string
}

/** New functions each time texts change, so that memoized components render again. */
const createTexts = (): Texts => ({
  t: (key, params) => t(key, params),
  language: current,
  explain: error => explain(error),
})

const texts = createObservable(createTexts())

export const useText = (): Texts => useObservable(texts)
