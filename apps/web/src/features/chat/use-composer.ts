import { MAX_MESSAGE_LENGTH, type Conversation, type OutgoingMessage } from '@parvis/contract/chat.ts'
import type { Media } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { linkMedia } from '@parvis/contract/media.ts'
import { isBlank } from '@parvis/contract/blank.ts'
import { useEffect, useRef, useState } from 'react'
import { draftKey, saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { call } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { showToast } from '#web/ui/toasts.ts'
import { isId } from '#web/kernel/http/ids.ts'
import type { ThreadKey } from './chat.queries.ts'
import { useChat } from './current-chat.ts'
import { queueOf } from './send-message.ts'
import { findStagedLink, withoutLink } from './staged-links.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of messages, by owner and conversation. */
    chatdrafts: Record<string, unknown>
  }
}

/** Maximum number of conversations with a draft; saving another deletes the oldest draft. */
const MAX_DRAFTS = 50

/** Interval between typing signals, in milliseconds. */
const TYPING_INTERVAL_MS = 3_000
const BYTES_IN_MB = 1024 * 1024

/** The single attachment of a message. */
export type Staged =
  | { kind: 'photo'; photo: Blob }
  | { kind: 'picture'; media: Media }
  | { kind: 'place'; location: { latitude: number; longitude: number } }
  | { kind: 'video'; videoId: string; link: string }

const threadDraftKey = (me: string, name: ThreadKey) => draftKey(me, 'group' in name ? `group ${name.group}` : name.who)

/** Reads a draft stored on the device, whose value is untrusted. */
const readDraft = (draft: string): string => {
  const { text } = (loadDraft('chatdrafts', draft) ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
const writeDraft = (draft: string, text: string) => saveDraft('chatdrafts', draft, text ? { text } : null, MAX_DRAFTS)

/** Loads the photo processing and its error texts. */
export const loadPhotoParts = () => Promise.all([import('#web/kernel/picture/prepare-photo.ts'), loadTexts('media')])

/** The text of a message, kept on the device as a draft. */
const useDraftText = (draft: string) => {
  const [text, setText] = useState(() => readDraft(draft))
  /** Text being written to the outbox; it remains stored as the draft until then. */
  const textInTransit = useRef<string>(null)

  useEffect(() => {
    if (!text && textInTransit.current !== null && readDraft(draft) === textInTransit.current) return
    if (text !== readDraft(draft)) writeDraft(draft, text)
  }, [draft, text])

  /** Clears the text; its draft is deleted once the outbox has stored the message. */
  const clearText = (stored: Promise<unknown>) => {
    textInTransit.current = text
    void stored.finally(() => {
      textInTransit.current = null
      if (readDraft(draft) === text) writeDraft(draft, '')
    })
    setText('')
  }
  return { text, setText, clearText }
}

/** The attachment of a message. `setText` removes from the text a link that becomes the attachment. */
const useStaged = (setText: (change: (before: string) => string) => void) => {
  const { t } = useText()
  const [staged, setStaged] = useState<Staged | null>(null)
  const [busy, setBusy] = useState(false)

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
      onChunkLoadFailed(error)
    }
    setBusy(false)
  }
  useTakenPhoto('chat', photo => void stagePhoto(photo))

  /** The server fetches the linked picture, so the recipients never contact the linked site. */
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

  /** Removes the attachment and puts its link back into the text. */
  const unstage = () => {
    if (staged?.kind === 'video') setText(before => `${before.trimEnd()} ${staged.link}`.trimStart())
    setStaged(null)
  }
  return { staged, setStaged, stagePhoto, stagePicture, unstage, busy }
}

type Target = { eventId: string } | { to: string }

interface Draft {
  text: string
  staged: Staged | null
  target: Target
  about: Pick<FeedPost, '_id'> | null
  aboutType: 'event' | 'interested'
}

const toMessage = ({ text, staged, target, about, aboutType }: Draft): OutgoingMessage => ({
  tmpId: crypto.randomUUID(),
  ...target,
  ...(about && { eventId: about._id, messageType: aboutType }),
  ...(isBlank(text) ? {} : { text: text.trim() }),
  ...(staged?.kind === 'place' && { location: staged.location }),
  ...(staged?.kind === 'video' && { youtubeVideoId: staged.videoId }),
  ...(staged?.kind === 'picture' && { image: staged.media.uri }),
})

export interface ComposerOptions {
  /** Id of the viewer, who owns the draft. */
  me: string
  name: ThreadKey
  conversation: Conversation
  title: string
  about: FeedPost | null
  aboutType: 'event' | 'interested'
  onAboutGone: () => void
}

/** State of the composer: the text, the attachment, and sending. */
export const useComposer = ({ me, name, conversation, title, about, aboutType, onAboutGone }: ComposerOptions) => {
  const chat = useChat()
  const { text, setText, clearText } = useDraftText(threadDraftKey(me, name))
  const { staged, setStaged, stagePhoto, stagePicture, unstage, busy } = useStaged(setText)
  const lastTypingAt = useRef(0)
  const canAttach = conversation.abilities.attach
  const target: Target = 'group' in name ? { eventId: name.group } : { to: conversation.user?._id ?? '' }

  const write = (typed: string) => {
    setText(typed)
    const now = Date.now()
    if (typed.trim() && now - lastTypingAt.current > TYPING_INTERVAL_MS && conversation._id) {
      lastTypingAt.current = now
      chat?.typing(target as { to: string })
    }
    if (!canAttach || staged || busy || typed.length <= text.length) return
    const found = findStagedLink(typed)
    if (found?.kind === 'video') {
      setStaged({ kind: 'video', videoId: found.videoId, link: found.link })
      setText(withoutLink(typed, found.link))
    }
    if (found?.kind === 'image') void stagePicture(found.link)
  }

  const excessLength = Math.max(0, text.trim().length - MAX_MESSAGE_LENGTH)
  const isReady = Boolean(chat) && !busy && excessLength === 0 && (!isBlank(text) || staged !== null || about !== null)

  const send = () => {
    if (!chat || !isReady || outbox.owner() === null) return
    const message = toMessage({ text, staged, target, about, aboutType })
    const { user } = conversation
    const stored = outbox.send({
      kind: 'message',
      id: message.tmpId,
      place: queueOf(message),
      payload: message,
      to: title,
      ...(user && { person: { ...user, ...('who' in name && isId(name.who) && { elsewhere: true }) } }),
      shownThere: true,
      ...(staged?.kind === 'photo' && { photo: staged.photo }),
    })
    clearText(stored)
    setStaged(null)
    lastTypingAt.current = 0
    if (about) onAboutGone()
  }

  return { text, write, staged, stage: setStaged, stagePhoto, unstage, busy, isReady, excessLength, send, canAttach }
}
