import { MAX_MESSAGE_LENGTH, type Conversation, type Outgoing } from '@parvis/contract/chat.ts'
import type { Media } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { linkMedia } from '@parvis/contract/media.ts'
import { isBlank } from '@parvis/contract/blank.ts'
import { useEffect, useRef, useState } from 'react'
import { draftOwner, keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { call } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { showToast } from '#web/ui/toasts.ts'
import { isId } from '#web/kernel/http/ids.ts'
import type { ThreadName } from './chat.queries.ts'
import { useChat } from './current-chat.ts'
import { placeOf } from './send-message.ts'
import { findStagedLink, withoutLink } from './staged-links.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** drafts of messages, by owner and conversation */
    chatdrafts: Record<string, unknown>
  }
}

/** Number of conversations with a draft; beyond it the oldest draft is deleted. */
const MOST_DRAFTS = 50

/** Interval between typing signals, in milliseconds. */
const TYPING_EVERY_MS = 3_000
const BYTES_IN_MB = 1024 * 1024

/** The single attachment of a message. */
export type Staged =
  | { kind: 'photo'; photo: Blob }
  | { kind: 'picture'; media: Media }
  | { kind: 'place'; location: { latitude: number; longitude: number } }
  | { kind: 'video'; videoId: string; link: string }

const draftKey = (me: string, name: ThreadName) => draftOwner(me, 'group' in name ? `group ${name.group}` : name.who)

/** The draft as stored on the device; the value is untrusted. */
const readDraft = (draft: string): string => {
  const { text } = (keptDraft('chatdrafts', draft) ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
const writeDraft = (draft: string, text: string) => keepDraft('chatdrafts', draft, text ? { text } : null, MOST_DRAFTS)

/** Loads the photo processing and its error texts. */
export const loadPhotoParts = () => Promise.all([import('#web/kernel/picture/prepare-photo.ts'), loadTexts('media')])

export interface ComposerOptions {
  /** The viewer’s id, which owns the draft. */
  me: string
  name: ThreadName
  conversation: Conversation
  title: string
  about: LiveEvent | null
  aboutAs: 'event' | 'interested'
  onAboutGone: () => void
}

/** State of the composer: the text, the attachment, and sending. */
export const useComposer = ({ me, name, conversation, title, about, aboutAs, onAboutGone }: ComposerOptions) => {
  const { t } = useText()
  const chat = useChat()
  const draft = draftKey(me, name)
  const [text, setText] = useState(() => readDraft(draft))
  const [staged, setStaged] = useState<Staged | null>(null)
  const [busy, setBusy] = useState(false)
  /** Text that is being written to the outbox; until that is done it stays the draft. */
  const handedOver = useRef<string>(null)
  const told = useRef(0)
  const mayAttach = conversation.abilities.attach

  useEffect(() => {
    if (!text && handedOver.current !== null && readDraft(draft) === handedOver.current) return
    if (text !== readDraft(draft)) writeDraft(draft, text)
  }, [draft, text])

  const target = 'group' in name ? { eventId: name.group } : { to: conversation.user?._id ?? '' }

  const stagePhoto = async (file: File) => {
    setBusy(true)
    try {
      const [{ MAX_PICKED_BYTES, preparePhoto }] = await loadPhotoParts()
      const prepared = await preparePhoto(file)
      if (prepared.photo) setStaged({ kind: 'photo', photo: prepared.photo })
      else
        showToast({
          kind: 'error',
          text: t(`media.photo.${prepared.trouble}`, { megabytes: MAX_PICKED_BYTES / BYTES_IN_MB }),
        })
    } catch (error) {
      onLostPart(error)
    }
    setBusy(false)
  }
  useTakenPhoto('chat', photo => void stagePhoto(photo))

  /** A linked picture is fetched by the server, never by its recipients. */
  const stagePicture = async (link: string) => {
    setBusy(true)
    try {
      const media = await call(linkMedia, { body: { uri: link } })
      setStaged({ kind: 'picture', media })
      setText(before => withoutLink(before, link))
    } catch {
      showToast({ kind: 'info', text: t('messages.staged.image.failed') })
    }
    setBusy(false)
  }

  const write = (typed: string) => {
    setText(typed)
    const now = Date.now()
    if (typed.trim() && now - told.current > TYPING_EVERY_MS && conversation._id) {
      told.current = now
      chat?.typing(target as { to: string })
    }
    if (!mayAttach || staged || busy || typed.length <= text.length) return
    const found = findStagedLink(typed)
    if (found?.kind === 'video') {
      setStaged({ kind: 'video', videoId: found.videoId, link: found.link })
      setText(withoutLink(typed, found.link))
    }
    if (found?.kind === 'image') void stagePicture(found.link)
  }

  /** Puts the link of a removed attachment back into the text. */
  const unstage = () => {
    if (staged?.kind === 'video') setText(before => `${before.trimEnd()} ${staged.link}`.trimStart())
    setStaged(null)
  }

  const tooLong = Math.max(0, text.trim().length - MAX_MESSAGE_LENGTH)
  const isReady = Boolean(chat) && !busy && tooLong === 0 && (!isBlank(text) || staged !== null || about !== null)

  const send = () => {
    if (!chat || !isReady || outbox.owner() === null) return
    const message: Outgoing = {
      tmpId: crypto.randomUUID(),
      ...target,
      ...(about && { eventId: about._id, messageType: aboutAs }),
      ...(isBlank(text) ? {} : { text: text.trim() }),
      ...(staged?.kind === 'place' && { location: staged.location }),
      ...(staged?.kind === 'video' && { youtubeVideoId: staged.videoId }),
      ...(staged?.kind === 'picture' && { image: staged.media.uri }),
    }
    const { user } = conversation
    const isKept = outbox.send({
      kind: 'message',
      id: message.tmpId,
      place: placeOf(message),
      payload: message,
      to: title,
      ...(user && { person: { ...user, ...('who' in name && isId(name.who) && { elsewhere: true }) } }),
      shownThere: true,
      ...(staged?.kind === 'photo' && { photo: staged.photo }),
    })
    handedOver.current = text
    void isKept.finally(() => {
      handedOver.current = null
      if (readDraft(draft) === text) writeDraft(draft, '')
    })
    setText('')
    setStaged(null)
    told.current = 0
    if (about) onAboutGone()
  }

  return { text, write, staged, stage: setStaged, stagePhoto, unstage, busy, isReady, tooLong, send, mayAttach }
}
