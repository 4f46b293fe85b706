import { MAX_MESSAGE_LENGTH, type Conversation, type OutgoingMessage } from '@parvis/contract/chat.ts'
import type { Media } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { linkMedia } from '@parvis/contract/media.ts'
import { isBlank } from '@parvis/contract/blank.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { draftKey, saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { call } from '#web/kernel/http/api.ts'
import { useObservable } from '#web/kernel/observable.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { OutgoingItem } from '#web/kernel/outbox/pending.ts'
import { MAX_PICKED_MB, preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { isId } from '#web/kernel/http/ids.ts'
import type { ThreadKey } from './chat.queries.ts'
import { runningChat } from './running-chat.ts'
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
  const writeText = (typed: string) => {
    setText(typed)
    writeDraft(storageKey, typed)
  }
  /** Clears the text; once the outbox has stored the message, deletes the draft unless it has changed since. */
  const clearText = (stored: Promise<unknown>) => {
    setText('')
    void stored.finally(() => {
      if (readDraft(storageKey) === text) writeDraft(storageKey, '')
    })
  }
  return { text, writeText, clearText }
}

/** The attachment of a message with this text: a linked picture replaces its link, and a removed video puts it back. */
const useStagedAttachment = (text: string, writeText: (text: string) => void) => {
  const { t } = useText()
  const [staged, setStaged] = useState<StagedAttachment | null>(null)
  const { mutate: stagePhoto, isPending: isPreparing } = useMutation({
    mutationFn: (file: File) => preparePhoto(file),
    onSuccess: ({ photo, trouble }) => {
      if (photo) setStaged({ kind: 'photo', photo })
      else showToast({ kind: 'error', text: t(`media.photo.${trouble}`, { megabytes: MAX_PICKED_MB }) })
    },
  })
  useTakenPhoto('chat', photo => stagePhoto(photo))

  const { mutate: stagePicture, isPending: isFetching } = useMutation({
    // The server fetches the linked picture, so the recipients never contact the linked site.
    mutationFn: (link: string) => call(linkMedia, { body: { uri: link } }),
    onSuccess: (media, link) => {
      setStaged({ kind: 'picture', media })
      writeText(withoutLink(text, link))
    },
    onError: () => showToast({ kind: 'info', text: t('messages.staged.image.failed') }),
  })

  const unstage = () => {
    if (staged?.kind === 'video') writeText(`${text.trimEnd()} ${staged.link}`.trimStart())
    setStaged(null)
  }
  return { staged, setStaged, stagePhoto, stagePicture, unstage, busy: isPreparing || isFetching }
}

type Target = { eventId: string } | { to: string }

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

/** Returns the outbox item that sends the message with its attachment. */
const toOutboxItem = (
  text: string,
  staged: StagedAttachment | null,
  target: Target,
  { threadKey, conversation: { user }, title, aboutPost, aboutType }: ComposerOptions,
): OutgoingItem => {
  const payload: OutgoingMessage = {
    tmpId: crypto.randomUUID(),
    ...target,
    ...(aboutPost && { eventId: aboutPost._id, messageType: aboutType }),
    ...(isBlank(text) ? {} : { text: text.trim() }),
    ...(staged?.kind === 'place' && { location: staged.location }),
    ...(staged?.kind === 'video' && { youtubeVideoId: staged.videoId }),
    ...(staged?.kind === 'picture' && { image: staged.media.uri }),
  }
  return {
    kind: 'message',
    id: payload.tmpId,
    place: queueOf(payload),
    payload,
    to: title,
    ...(user && { person: { ...user, ...('who' in threadKey && isId(threadKey.who) && { elsewhere: true }) } }),
    shownThere: true,
    ...(staged?.kind === 'photo' && { photo: staged.photo }),
  }
}

export const useComposer = (options: ComposerOptions) => {
  const { me, threadKey, conversation, aboutPost, onAboutPostCleared } = options
  const chat = useObservable(runningChat)
  const { text, writeText, clearText } = useDraftText(threadDraftKey(me, threadKey))
  const { staged, setStaged, stagePhoto, stagePicture, unstage, busy } = useStagedAttachment(text, writeText)
  const lastTypingAt = useRef(0)
  const canAttach = conversation.abilities.attach
  const target: Target = 'group' in threadKey ? { eventId: threadKey.group } : { to: conversation.user?._id ?? '' }

  const updateText = (typed: string) => {
    writeText(typed)
    const now = Date.now()
    if (typed.trim() && conversation._id && now - lastTypingAt.current > TYPING_INTERVAL_MS) {
      lastTypingAt.current = now
      chat?.sendTyping(target)
    }
    if (!canAttach || staged || busy || typed.length <= text.length) return
    const found = findAttachableLink(typed)
    if (found?.kind === 'image') stagePicture(found.link)
    if (found?.kind !== 'video') return
    setStaged(found)
    writeText(withoutLink(typed, found.link))
  }

  const excessLength = Math.max(0, text.trim().length - MAX_MESSAGE_LENGTH)
  const isReady =
    Boolean(chat) && !busy && excessLength === 0 && (!isBlank(text) || staged !== null || aboutPost !== null)

  const send = () => {
    if (!isReady || outbox.ownerId() === null) return
    clearText(outbox.send(toOutboxItem(text, staged, target, options)))
    setStaged(null)
    lastTypingAt.current = 0
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
