import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Language } from '@parvis/contract/language.ts'
import { videoIdOf } from '@parvis/contract/publish.ts'
import type { RefObject } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import type { FormSubmission } from '#web/ui/use-form-submission.ts'
import typography from '#web/ui/typography.module.css'
import { findUnchangedLanguage } from '../post-draft.ts'
import { photoFields } from '../publish-errors.ts'
import type { PostStart, usePostForm } from '../use-post-form.ts'
import { PostAttach } from './PostAttach.tsx'
import { PostChannel } from './PostChannel.tsx'
import { PostPhoto } from './PostPhoto.tsx'
import { PostSchedule } from './PostSchedule.tsx'
import { PostTextFields } from './PostTextFields.tsx'
import { PostVideoLink } from './PostVideoLink.tsx'
import { TextAfterMedia } from './TextAfterMedia.tsx'
import css from './PostForm.module.css'
import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export interface PostFieldsProps extends Pick<FormSubmission, 'submitCount' | 'errorOf'> {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'channels' | 'timezone'>
  me: Pick<SessionUser, 'lastBooking'>
  start: PostStart
  form: ReturnType<typeof usePostForm>
  edited: FeedPost | null
  language: Language
  onLanguageChange: (language: Language) => void
  attachGroupRef: RefObject<HTMLDivElement | null>
}

/** The fields of the post form: texts, photo or video, date and place of an event, channel. */
export const PostFields = (props: PostFieldsProps) => {
  const { community, me, start, form, edited, language, onLanguageChange, submitCount, errorOf, attachGroupRef } = props
  const { t } = useText()
  const { draft } = form
  const removeAndFocus = (remove: () => void) => () => {
    remove()
    requestAnimationFrame(() => attachGroupRef.current?.focus())
  }
  return (
    <>
      <Card className={css.block}>
        <PostTextFields
          draft={draft}
          language={language}
          unchangedLanguage={edited && findUnchangedLanguage(draft, start.initialDraft)}
          onLanguageChange={onLanguageChange}
          onTextsChange={texts => form.write(language, texts)}
          errorOf={errorOf}
          submitCount={submitCount}
        >
          {draft.photo !== 'none' && (
            <PostPhoto
              form={form}
              savedPhoto={start.editedPost?.photo ?? null}
              language={language}
              onRemove={removeAndFocus(form.removePhoto)}
            />
          )}
        </PostTextFields>
        {draft.link !== null && (
          <PostVideoLink
            link={draft.link}
            onLinkChange={link => form.change({ link })}
            onRemove={removeAndFocus(form.removeVideo)}
            error={errorOf('youtubeVideoId')}
            submitCount={submitCount}
          />
        )}
        <PostAttach form={form} from="post" error={errorOf(...photoFields)} groupRef={attachGroupRef} />
        <TextAfterMedia
          draft={draft}
          language={language}
          onTextsChange={texts => form.write(language, texts)}
          error={errorOf('postDescription')}
          submitCount={submitCount}
        />
        <p className={typography.hidden} role="status">
          {draft.link !== null && videoIdOf(draft.link) ? t('publish.video.known') : ''}
        </p>
      </Card>
      {edited?.abilities.move && (
        <PostSchedule
          community={community}
          me={me}
          post={edited}
          draft={draft}
          onChange={form.change}
          errorOf={errorOf}
        />
      )}
      {community.channels.length > 1 && (
        <Card className={css.block}>
          <PostChannel
            community={community}
            value={draft.channelId ?? start.editedPost?.channelsIds[0] ?? null}
            onChange={channelId => form.change({ channelId })}
            error={errorOf('channelsIds')}
          />
        </Card>
      )}
    </>
  )
}
