import type { Conversation } from '@parvis/contract/chat.ts'
import type { Point } from '@parvis/contract/community.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useOnline } from '#web/kernel/device/online.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isComposing } from '#web/ui/is-composing.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { Form } from '#web/ui/Form.tsx'
import type { ThreadKey } from '../chat.queries.ts'
import { useComposer } from '../use-composer.ts'
import type * as PlaceDialog from './PlaceDialog.tsx'
import { AttachButton } from './AttachButton.tsx'
import { ClosedComposer } from './ClosedComposer.tsx'
import { StagedCard } from './StagedCard.tsx'
import type * as VideoPart from './VideoLink.tsx'
import css from './ChatComposer.module.css'

export interface ChatComposerProps {
  threadKey: ThreadKey
  conversation: Conversation
  title: string
  me: SessionUser
  aboutPost: FeedPost | null
  aboutType: 'event' | 'interested'
  /** Card of the post that the conversation was opened about. */
  aboutCard: ReactNode
  onAboutPostCleared: () => void
  map: { start: Point }
}

/** Whether Enter sends the message; on touch keyboards Enter inserts a line break. */
const hasPhysicalKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

/** The message field with at most one attachment. */
export const ChatComposer = (props: ChatComposerProps) => {
  const { threadKey, conversation, title, me, aboutPost, aboutType, aboutCard, onAboutPostCleared, map } = props
  const { t } = useText()
  const composer = useComposer({ me: me._id, threadKey, conversation, title, aboutPost, aboutType, onAboutPostCleared })
  const { text, updateText: write, staged, busy, isReady, excessLength, send, canAttach } = composer
  const field = useRef<HTMLTextAreaElement>(null)
  const [place, setPlace] = useState<typeof PlaceDialog | null>(null)
  const [video, setVideo] = useState<typeof VideoPart | null>(null)
  const isGroup = 'group' in threadKey

  if (!conversation.abilities.write)
    return <ClosedComposer conversation={conversation} title={title} me={me} isGroup={isGroup} />

  const submit = () => {
    send()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || !hasPhysicalKeyboard()) return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    const file = [...files].find(({ type }) => type.startsWith('image/'))
    // Word processors also put a picture of the copied text on the clipboard.
    if (!file || types.includes('text/plain') || !canAttach || staged || busy) return
    event.preventDefault()
    composer.stagePhoto(file)
  }
  const count = conversation.membersCount ?? 0
  return (
    <Form className={css.composer} onSubmit={submit} noValidate={false}>
      <ComposerNotes isFirstContact={conversation.firstContact?.isMine} title={title} isGroup={isGroup} />
      {aboutPost && (
        <div className={css.about}>
          {aboutCard}
          <IconButton icon="x" label={t('messages.staged.remove')} onClick={onAboutPostCleared} />
        </div>
      )}
      {video && !staged && (
        <video.VideoLink
          onPick={picked => {
            composer.stage({ kind: 'video', ...picked })
            setVideo(null)
            field.current?.focus()
          }}
          onClose={() => {
            setVideo(null)
            field.current?.focus()
          }}
        />
      )}
      {staged && <StagedCard staged={staged} onRemove={composer.unstage} />}
      <div className={css.line}>
        {canAttach && (
          <AttachButton
            disabled={staged !== null || busy}
            canShareLocation={conversation.abilities.attachLocation}
            onVideo={() => void import('./VideoLink.tsx').then(setVideo, onChunkLoadFailed)}
            onPhoto={composer.stagePhoto}
            onPlace={() => void import('./PlaceDialog.tsx').then(setPlace, onChunkLoadFailed)}
          />
        )}
        <textarea
          ref={field}
          className={css.box}
          rows={1}
          dir="auto"
          aria-label={isGroup ? t('messages.composer.group', { count }) : t('messages.composer.to', { name: title })}
          placeholder={isGroup ? t('messages.composer.group', { count }) : t('messages.composer.label')}
          aria-invalid={excessLength > 0 || undefined}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton
          icon="send-horizontal"
          kind="solid"
          type="submit"
          label={t('messages.composer.send')}
          disabled={!isReady}
        />
      </div>
      {excessLength > 0 && (
        <p className={css.wrong} role="alert">
          {t('common.field.long', { count: excessLength })}
        </p>
      )}
      {busy && (
        <p className={css.note} role="status">
          {t('messages.staged.fetching')}
        </p>
      )}
      {place && (
        <place.PickPlaceDialog
          start={map.start}
          onClose={() => setPlace(null)}
          onPick={({ coordinates: [longitude, latitude] }) => {
            setPlace(null)
            composer.stage({ kind: 'place', location: { latitude, longitude } })
          }}
        />
      )}
    </Form>
  )
}

interface ComposerNotesProps {
  /** Whether the viewer makes first contact with a minor: one message may be sent, and more only after an answer. */
  isFirstContact: boolean | undefined
  title: string
  isGroup: boolean
}

const ComposerNotes = ({ isFirstContact, title, isGroup }: ComposerNotesProps) => {
  const { t } = useText()
  const online = useOnline()
  return (
    <>
      {!online && (
        <p className={css.note} role="status">
          <Icon name="wifi-off" size="s" />
          {t('messages.offline')}
        </p>
      )}
      {isFirstContact && (
        <p className={css.note}>
          {isGroup ? t('messages.first.group.hint') : t('messages.first.hint', { name: title })}
        </p>
      )}
    </>
  )
}
