import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import type { PostDraft, PostDraftTexts } from '../post-draft.ts'

export interface TextAfterMediaProps {
  draft: PostDraft
  language: Language
  onTextsChange: (texts: Partial<PostDraftTexts>) => void
  error: string | null
  submitCount: number
}

/** Field for the text after the media, shown if the post has media or this text has content. */
export const TextAfterMedia = ({ draft, language, onTextsChange, error, submitCount }: TextAfterMediaProps) => {
  const { t } = useText()
  const hasMedia = draft.photo !== 'none' || draft.link !== null
  if (!hasMedia && !draft.fr.after && !draft.en.after) return null
  return (
    <Field
      label={
        <>
          {t('publish.after')} <small>{t('publish.optional')}</small>
        </>
      }
      name="postDescription"
      lang={language}
      rows={2}
      maxLength={MAX_TEXT_LENGTH}
      value={draft[language].after ?? ''}
      onChange={after => onTextsChange({ after })}
      error={error}
      submitCount={submitCount}
    />
  )
}
