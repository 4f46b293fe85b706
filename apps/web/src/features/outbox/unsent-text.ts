// Texts of refused outbox items.
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { loadTexts, type Translate, useText } from '#web/kernel/text/i18n.ts'
import type { OutboxKind } from '#web/ui/feature.ts'

/** An outbox item with its kind. */
export interface UnsentItem {
  item: PendingItem
  kind: OutboxKind
}

/** Returns items with their kinds; leaves out items of kinds that this version of the app does not know. */
export const withKinds = (items: readonly PendingItem[], kinds: readonly OutboxKind[]): UnsentItem[] =>
  items.flatMap(item => {
    const kind = kinds.find(one => one.kind === item.kind)
    return kind ? [{ item, kind }] : []
  })

/** Element id of the title above pending items; other components observe whether it is in view. */
export const UNSENT_TITLE_ID = 'unsent'

/** Maximum length of the subject of an item in a toast, in characters. */
const MAX_ABOUT_LENGTH = 60

const shortened = (text: string) =>
  text.length > MAX_ABOUT_LENGTH ? `${text.slice(0, MAX_ABOUT_LENGTH - 1).trimEnd()}…` : text

/** Text of the toast about refused items, shown on screens without UnsentCard. */
export const refusalToastText = (refused: readonly UnsentItem[], t: Translate): string => {
  const [one] = refused
  if (!one || refused.length > 1) return t('outbox.refused.told.several', { count: refused.length })
  const { item, kind } = one
  const what = kind.nameOf(item, t)
  return item.about && !kind.isNamedByKind
    ? t('outbox.refused.told.about', { what, about: shortened(item.about) })
    : t('outbox.refused.told', { what })
}

/** Adds a full stop, which the error texts of form fields lack. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Returns why the server refused an item; null if it is not refused. */
export const useRefusalReason = ({ item, kind }: UnsentItem): string | null => {
  const { t, explain } = useText()
  const { refused } = item
  const isRefused = refused !== undefined
  const [hasTexts, setHasTexts] = useState(false)
  useEffect(() => {
    if (!isRefused) return
    const onLoaded = () => setHasTexts(true)
    loadTexts(...kind.refusalTexts).then(onLoaded, onLoaded)
  }, [isRefused, kind])
  if (!refused || !hasTexts) return null
  const reason = kind.refusalReasonOf?.(item, t)
  if (reason) return reason
  const { key, params, field } = refused
  if (key === 'error404') return t('outbox.refused', { why: t(kind.goneTextOf?.(item) ?? 'outbox.refused.gone') })
  if (key === 'unexpectederror') return t('outbox.refused.failed')
  // The remaining time of a rate limit was only true at the refusal, so it is omitted.
  if (key === 'toomanyrequests') return t('outbox.refused', { why: t('outbox.refused.limit') })
  return t('outbox.refused', { why: asSentence(explain(new ApiError(key, 400, { params, field }))) })
}
