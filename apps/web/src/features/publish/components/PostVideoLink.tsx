import { videoIdOf } from '@parvis/contract/publish.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

export interface PostVideoLinkProps {
  link: string
  onLinkChange: (link: string) => void
  onRemove: () => void
  error: string | null
  submitCount: number
}

/** Field for the URL of a video. No request is sent to the video host before somebody plays the video. */
export const PostVideoLink = ({ link, onLinkChange, onRemove, error, submitCount }: PostVideoLinkProps) => {
  const { t } = useText()
  const container = useRef<HTMLDivElement>(null)
  // A link detected while typing must not move the focus out of the text.
  const focusEmptyField = useEffectEvent(() => {
    if (!link) container.current?.querySelector('input')?.focus()
  })
  useEffect(() => focusEmptyField(), [])
  return (
    <div ref={container}>
      <Field
        label={t('publish.video')}
        name="video"
        type="url"
        inputMode="url"
        icon="video"
        placeholder="https://youtu.be/…"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        value={link}
        onChange={onLinkChange}
        error={error}
        submitCount={submitCount}
        hint={t(videoIdOf(link) ? 'publish.video.known' : 'publish.video.hint')}
        endContent={<IconButton icon="x" label={t('publish.video.remove')} onClick={onRemove} />}
      />
    </div>
  )
}
