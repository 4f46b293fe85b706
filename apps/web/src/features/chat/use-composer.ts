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
    /** messages begun and not yet sent, by whose they are and their conversation */
    chatdrafts: Record<string, unknown>
  }
}

/** Conversations in which something may be begun: beyond them the one that was begun first is forgotten. */
const MOST_DRAFTS = 50

/** Whoever writes says so again after this long, in milliseconds. */
const TYPING_EVERY_MS = 3_000
const BYTES_IN_MB = 1024 * 1024

/** The one thing that goes with a message. */
export type Staged =
  | { kind: 'photo'; photo: Blob }
  | { kind: 'picture'; media: Media }
  | { kind: 'place'; location: { latitude: number; longitude: number } }
  | { kind: 'video'; videoId: string; link: string }

const draftKey = (me: string, name: ThreadName) => draftOwner(me, 'group' in name ? `group ${name.group}` : name.who)

/** What was begun and not yet sent: as the device remembers it, which may come from anybody. */
const readDraft = (draft: string): string => {
  const { text } = (keptDraft('chatdrafts', draft) ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
const writeDraft = (draft: string, text: string) => keepDraft('chatdrafts', draft, text ? { text } : null, MOST_DRAFTS)

/** What makes a picture ready to be sent, and what it says of one that is none. */
export const loadPhotoParts = () => Promise.all([import('#web/kernel/picture/prepare-photo.ts'), loadTexts('media')])

export interface ComposerOptions {
  /** The reader's id: whose draft it is. */
  me: string
  name: ThreadName
  conversation: Conversation
  /** What its conversation is called. */
  title: string
  about: LiveEvent | null
  aboutAs: 'event' | 'interested'
  onAboutGone: () => void
}

/** What is being written, and what goes with it. */
export const useComposer = ({ me, name, conversation, title, about, aboutAs, onAboutGone }: ComposerOptions) => {
  const { t } = useText()
  const chat = useChat()
  const draft = draftKey(me, name)
  const [text, setText] = useState(() => readDraft(draft))
  const [staged, setStaged] = useState<Staged | null>(null)
  const [busy, setBusy] = useState(false)
  /** Words on their way into the outbox: until the device has them there, they stay the draft. */
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

  /** A picture that a link leads to is fetched by the server, never by who reads it. */
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

  /** What was taken from the text goes back into it. */
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
