import { MAX_MESSAGE_LENGTH, type Conversation, type OutgoingMessage } from '@parvis/contract/chat.ts'
import type { Media } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { linkMedia } from '@parvis/contract/media.ts'
import { isBlank } from '@parvis/contract/blank.ts'
import { useEffect, useRef, useState } from 'react'
import { draftKey, saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { call } from '#web/kernel/http/api.ts'
import { useObservable } from '#web/kernel/observable.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { OutgoingItem } from '#web/kernel/outbox/pending.ts'
import { MAX_PICKED_BYTES, preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { showToast } from '#web/ui/toasts.ts'
import { isId } from '#web/kernel/http/ids.ts'
import type { ThreadKey } from './chat.queries.ts'
import { type Chat, runningChat } from './running-chat.ts'
import { queueOf } from './send-message.ts'
import { findAttachableLink, withoutLink } from './staged-links.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of messages, by author and conversation. */
    chatdrafts: Record<string, unknown>
  }
}

/** Maximum number of conversations with a draft; storing one more draft deletes the oldest draft. */
const MAX_DRAFTS = 50

/** Interval between typing signals, in milliseconds. */
const TYPING_INTERVAL_MS = 3_000
const BYTES_IN_MB = 1024 * 1024

/** The single attachment of a message. */
export type StagedAttachment =
  | { kind: 'photo'; photo: Blob }
  | { kind: 'picture'; media: Media }
  | { kind: 'place'; location: { latitude: number; longitude: number } }
  | { kind: 'video'; videoId: string; link: string }

const threadDraftKey = (me: string, threadKey: ThreadKey) =>
  draftKey(me, 'group' in threadKey ? `group ${threadKey.group}` : threadKey.who)

/** Reads a draft stored on the device, whose value is untrusted. */
const readDraft = (storageKey: string): string => {
  const { text } = (loadDraft('chatdrafts', storageKey) ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
const writeDraft = (storageKey: string, text: string) =>
  saveDraft('chatdrafts', storageKey, text ? { text } : null, MAX_DRAFTS)

/** The text of a message, kept on the device as a draft. */
const useDraftText = (storageKey: string) => {
  const [text, setText] = useState(() => readDraft(storageKey))
  /** A sent text that the outbox is still storing; until that is done, the draft with this text is not deleted. */
  const textInTransit = useRef<string>(null)

  useEffect(() => {
    if (!text && textInTransit.current !== null && readDraft(storageKey) === textInTransit.current) return
    if (text !== readDraft(storageKey)) writeDraft(storageKey, text)
  }, [storageKey, text])

  /** Clears the text; once the outbox has stored the message, deletes the draft unless it has changed since. */
  const clearText = (stored: Promise<unknown>) => {
    textInTransit.current = text
    void stored.finally(() => {
      textInTransit.current = null
      if (readDraft(storageKey) === text) writeDraft(storageKey, '')
    })
    setText('')
  }
  return { text, setText, clearText }
}

/** `setText` removes the link of an attached picture from the text, and puts back that of a removed video. */
const useStagedAttachment = (setText: (change: (before: string) => string) => void) => {
  const { t } = useText()
  const [staged, setStaged] = useState<StagedAttachment | null>(null)
  const [busy, setBusy] = useState(false)

  const stagePhoto = async (file: File) => {
    setBusy(true)
    try {
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

  const unstage = () => {
    if (staged?.kind === 'video') setText(before => `${before.trimEnd()} ${staged.link}`.trimStart())
    setStaged(null)
  }
  return { staged, setStaged, stagePhoto, stagePicture, unstage, busy }
}

type Target = { eventId: string } | { to: string }

interface MessageInput {
  text: string
  staged: StagedAttachment | null
  target: Target
  aboutPost: Pick<FeedPost, '_id'> | null
  aboutType: 'event' | 'interested'
}

const toMessage = ({ text, staged, target, aboutPost, aboutType }: MessageInput): OutgoingMessage => ({
  tmpId: crypto.randomUUID(),
  ...target,
  ...(aboutPost && { eventId: aboutPost._id, messageType: aboutType }),
  ...(isBlank(text) ? {} : { text: text.trim() }),
  ...(staged?.kind === 'place' && { location: staged.location }),
  ...(staged?.kind === 'video' && { youtubeVideoId: staged.videoId }),
  ...(staged?.kind === 'picture' && { image: staged.media.uri }),
})

export interface ComposerOptions {
  /** Id of the viewer, who owns the draft. */
  me: string
  threadKey: ThreadKey
  conversation: Conversation
  title: string
  aboutPost: FeedPost | null
  aboutType: 'event' | 'interested'
  onAboutPostCleared: () => void
}

/** Returns the outbox item that sends the message with its staged photo. */
const toOutboxItem = (
  message: OutgoingMessage,
  staged: StagedAttachment | null,
  { threadKey, conversation: { user }, title }: Pick<ComposerOptions, 'threadKey' | 'conversation' | 'title'>,
): OutgoingItem => ({
  kind: 'message',
  id: message.tmpId,
  place: queueOf(message),
  payload: message,
  to: title,
  ...(user && { person: { ...user, ...('who' in threadKey && isId(threadKey.who) && { elsewhere: true }) } }),
  shownThere: true,
  ...(staged?.kind === 'photo' && { photo: staged.photo }),
})

/** Signals to the other members of a conversation that the viewer is typing, at most once per interval. */
const useTypingSignal = (chat: Chat | null, conversation: Conversation, target: Target) => {
  const lastTypingAt = useRef(0)
  return {
    signalTyping: (typed: string) => {
      const now = Date.now()
      if (typed.trim() && now - lastTypingAt.current > TYPING_INTERVAL_MS && conversation._id) {
        lastTypingAt.current = now
        chat?.sendTyping(target)
      }
    },
    /** Lets the next typing signal be sent at once. */
    resetTypingInterval: () => {
      lastTypingAt.current = 0
    },
  }
}

export const useComposer = (options: ComposerOptions) => {
  const { me, threadKey, conversation, aboutPost, aboutType, onAboutPostCleared } = options
  const chat = useObservable(runningChat)
  const { text, setText, clearText } = useDraftText(threadDraftKey(me, threadKey))
  const { staged, setStaged, stagePhoto, stagePicture, unstage, busy } = useStagedAttachment(setText)
  const canAttach = conversation.abilities.attach
  const target: Target = 'group' in threadKey ? { eventId: threadKey.group } : { to: conversation.user?._id ?? '' }
  const { signalTyping, resetTypingInterval } = useTypingSignal(chat, conversation, target)

  const updateText = (typed: string) => {
    setText(typed)
    signalTyping(typed)
    if (!canAttach || staged || busy || typed.length <= text.length) return
    const found = findAttachableLink(typed)
    if (found?.kind === 'video') {
      setStaged({ kind: 'video', videoId: found.videoId, link: found.link })
      setText(withoutLink(typed, found.link))
    }
    if (found?.kind === 'image') void stagePicture(found.link)
  }

  const excessLength = Math.max(0, text.trim().length - MAX_MESSAGE_LENGTH)
  const isReady =
    Boolean(chat) && !busy && excessLength === 0 && (!isBlank(text) || staged !== null || aboutPost !== null)

  const send = () => {
    if (!chat || !isReady || outbox.ownerId() === null) return
    const message = toMessage({ text, staged, target, aboutPost, aboutType })
    clearText(outbox.send(toOutboxItem(message, staged, options)))
    setStaged(null)
    resetTypingInterval()
    if (aboutPost) onAboutPostCleared()
  }

  return {
    text,
    updateText,
    staged,
    stage: setStaged,
    stagePhoto,
    unstage,
    busy,
    isReady,
    excessLength,
    send,
    canAttach,
  }
}
