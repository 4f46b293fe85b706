// Texts of an outbox item: its name, and the reason for a refusal.
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import type { UnsentKind, PendingItem } from '#web/kernel/outbox/pending.ts'
import { loadTexts, type Translate, useText } from '#web/kernel/text/i18n.ts'
import type { TextFeature } from '#web/kernel/text/text-keys.ts'

/** Features whose error texts explain the refusal of an item, by type. */
const textFeaturesByKind: Record<UnsentKind, TextFeature[]> = {
  message: ['chat'],
  post: ['feed', 'publish', 'media'],
  publication: ['feed', 'publish', 'media'],
  answer: ['feed'],
  report: [],
  profile: ['entry', 'profile', 'media'],
}

/** Returns the text of an item, so that the author can copy the text: sending the item again may be refused too. */
export const copyableTextOf = ({ kind, payload }: PendingItem): string | null | undefined => {
  if (kind === 'message') return payload.text
  if (kind === 'report') return payload.reason
  if (kind === 'profile') return payload.body.description
  if (kind !== 'post') return null
  const { fr, en } = payload.draft
  return [fr, en]
    .flatMap(({ title, description, after = '' }) => [title, description, after].map(text => text.trim()))
    .filter(Boolean)
    .join('\n\n')
}

/** Element id of the title above pending items; other components observe whether it is in view. */
export const UNSENT_TITLE_ID = 'unsent'

export const itemNameOf = (item: PendingItem, t: Translate): string => {
  if (item.kind === 'answer' && !item.payload.interested) return t('outbox.kind.answer.withdrawn')
  if (item.kind === 'post' && item.payload.editedId) return t('outbox.kind.post.changed')
  // Items stored by older versions have no recipient name.
  if (item.kind === 'message' && item.to)
    return t(`outbox.kind.message.${item.payload.to ? 'person' : 'group'}`, { to: item.to })
  return t(`outbox.kind.${item.kind}`)
}

/** Maximum length of the subject of an item in a toast, in characters. */
const MAX_ABOUT_LENGTH = 60

const shortened = (text: string) =>
  text.length > MAX_ABOUT_LENGTH ? `${text.slice(0, MAX_ABOUT_LENGTH - 1).trimEnd()}…` : text

/** Text of the toast about refused items, shown on screens without UnsentCard. */
export const refusalToastText = (refused: readonly PendingItem[], t: Translate): string => {
  const [one] = refused
  if (!one || refused.length > 1) return t('outbox.refused.told.several', { count: refused.length })
  const what = itemNameOf(one, t)
  return one.about && one.kind !== 'profile'
    ? t('outbox.refused.told.about', { what, about: shortened(one.about) })
    : t('outbox.refused.told', { what })
}

/** Whether the recipient of a refused message can no longer be reached. */
export const isRecipientGone = ({ kind, refused }: PendingItem): boolean =>
  kind === 'message' && (refused?.key === 'forbidden' || refused?.key === 'error404')

const isAboutPost = ({ kind, payload }: PendingItem): boolean =>
  kind === 'post' || kind === 'answer' || (kind === 'report' && payload.kind === 'post')

/** Adds a full stop, which the error texts of form fields lack. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Returns why the server refused an item; null if it is not refused. */
export const useRefusalReason = (item: PendingItem): string | null => {
  const { t, explain } = useText()
  const { kind, refused } = item
  const isRefused = refused !== undefined
  const [hasTexts, setHasTexts] = useState(false)
  useEffect(() => {
    if (!isRefused) return
    const onLoaded = () => setHasTexts(true)
    loadTexts(...textFeaturesByKind[kind]).then(onLoaded, onLoaded)
  }, [isRefused, kind])
  if (!refused || !hasTexts) return null
  const { key, params, field } = refused
  if (kind === 'publication' && key === 'pastdate') return t('outbox.refused.now')
  if (isRecipientGone(item)) return t('outbox.refused', { why: t('outbox.refused.shut') })
  if (key === 'error404')
    return t('outbox.refused', { why: t(`outbox.refused.gone${isAboutPost(item) ? '.post' : ''}`) })
  if (key === 'unexpectederror') return t('outbox.refused.failed')
  // The remaining time of a rate limit was only true at the refusal, so it is omitted.
  if (key === 'toomanyrequests') return t('outbox.refused', { why: t('outbox.refused.limit') })
  return t('outbox.refused', { why: asSentence(explain(new ApiError(key, 400, { params, field }))) })
}
