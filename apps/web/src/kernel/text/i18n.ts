import { setupI18n, type Messages } from '@lingui/core'
import { languages, pickLanguage, type Language } from '@parvis/contract/language.ts'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../http/api.ts'
import { isChunkLoadError } from '../http/chunk-load-error.ts'
import { onStored, store, stored } from '../device/stored.ts'
import type { TextKey, TextFeature } from './text-keys.ts'

type TextParams = Record<string, string | number>
export type Translate = (key: TextKey, params?: TextParams) => string

/** The texts that every screen needs, and the files of those of each feature. */
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
const listeners = new Set<() => void>()
let version = 0

/** The language chosen on this device, otherwise the device's own, otherwise the fallback (of a community). */
const wantedLanguage = (fallback: Language): Language =>
  languages.find(language => language === stored('language')) ?? pickLanguage(navigator.languages, fallback)

let current: Language = wantedLanguage('en')

export const currentLanguage = (): Language => current

const fetchTexts = async (language: Language, feature: TextFeature): Promise<Messages> => {
  const { frame, features: files } = await languageFiles[`../../locales/${language}.ts`]!()
  const own = `./${language}/${feature}.`
  // Those in the folder frame/ are loaded with the language itself.
  return (files[`${own}json`] ?? files[`${own}ts`])?.() ?? frame
}

const load = (language: Language, feature: TextFeature): Promise<void> => {
  const name = `${language}/${feature}`
  const known = loading.get(name)
  if (known) return known
  const promise = fetchTexts(language, feature).then(messages => i18n.load(language, messages))
  loading.set(name, promise)
  promise.catch(() => loading.delete(name))
  return promise
}

/** Loads the texts of these features in the current language, once. */
export const loadTexts = async (...names: TextFeature[]): Promise<void> => {
  for (const name of names) features.add(name)
  const language = current
  await Promise.all(names.map(name => load(language, name)))
  if (language !== current) return loadTexts(...names)
  if (i18n.locale !== language) show(language)
}

/** The server only knew the device's language. */
const nameManifest = (language: Language) => {
  const link = document.querySelector('link[rel=manifest]')
  const href = `/manifest${language === 'en' ? '' : `.${language}`}.webmanifest`
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href)
}

const show = (language: Language) => {
  i18n.activate(language)
  document.documentElement.lang = language
  nameManifest(language)
  version++
  for (const listener of listeners) listener()
}

const turnTo = async (language: Language) => {
  await Promise.all([...features].map(feature => load(language, feature)))
  current = language
  show(language)
}

/** Null means the device's own language. The screen changes once all texts are loaded. */
export const setLanguage = async (language: Language | null): Promise<void> => {
  await turnTo(language ?? pickLanguage(navigator.languages, current))
  store('language', language)
}

export const followLanguage = (): (() => void) =>
  onStored('language', () => {
    const language = wantedLanguage(current)
    if (language !== current) turnTo(language).catch(() => {})
  })

export const suggestLanguage = async (fallback: Language): Promise<void> => {
  const language = wantedLanguage(fallback)
  if (language !== current) await turnTo(language)
}

export const t: Translate = (key, params) => i18n._(key, params)

const unknownError = new ApiError('unexpectederror', 0)
const lost = new ApiError('networkerror', 0)
const asApiError = (error: unknown) =>
  error instanceof ApiError ? error : isChunkLoadError(error) ? lost : unknownError

/** Texts of errors that only one feature has are loaded with that feature: elsewhere such errors are unexpected. */
const textKeyOf = (error: unknown): TextKey => {
  const key: TextKey = `errors.${asApiError(error).key}`
  return key in i18n.messages ? key : 'errors.unexpectederror'
}

/** The units of waits, the longest first: from how many seconds on, and the length of the unit in seconds. */
const WAITS = [
  ['day', 86_400, 86_400],
  ['hour', 7_200, 3_600],
  ['minute', 60, 60],
  ['second', 0, 1],
] as const

/** The text of any error. A wait is rounded up to a suitable unit; an unknown one counts as a minute. */
export const explain = (error: unknown) => {
  const { params } = asApiError(error)
  const seconds = Number(params?.seconds ?? 60)
  const [unit, , length] = WAITS.find(([, from]) => seconds >= from) ?? WAITS[3]
  const wait = new Intl.NumberFormat(current, { style: 'unit', unit, unitDisplay: 'long' })
  return t(textKeyOf(error), { ...params, wait: wait.format(Math.ceil(seconds / length)).replace(' ', '\u00a0') })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rerenders when the language changes. */
export const useText = (): { t: Translate; language: Language; explain: (error: unknown) => string } => {
  const drawn = useSyncExternalStore(subscribe, () => version)
  return textsAt(drawn)
}

let texts: { at: number; value: ReturnType<typeof useText> } | undefined

const textsAt = (at: number) => {
  if (texts?.at !== at)
    texts = { at, value: { t: (key, params) => t(key, params), language: current, explain: error => explain(error) } }
  return texts.value
}
