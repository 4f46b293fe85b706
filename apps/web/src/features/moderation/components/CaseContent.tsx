import { languagesOf, textIn, type Language } from '@parvis/contract/language.ts'
import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import typography from '#web/ui/typography.module.css'
import { isOfCommunity, ownerOf } from '../case-text.ts'
import { CaseBadges } from './CaseRow.tsx'
import { CaseMessages } from './CaseMessages.tsx'
import css from '../CaseSheet.module.css'
import type { CaseSheetProps } from '../case-sheet-props.ts'

export interface CaseContentProps {
  moderationCase: ModerationCase
  viewer: CaseSheetProps['viewer']
}

const SIZES = '(min-width: 64rem) 30rem, 90vw'
const MAX_RATIO = 2

/** The reported content as it was when it was reported, and its author. */
export const CaseContent = ({ moderationCase, viewer }: CaseContentProps) => {
  const { t } = useText()
  const { ago } = useFormat()
  const { author, content, kind } = moderationCase
  const isOwnCommunity = moderationCase.community._id === viewer.communityId
  const name = ownerOf(moderationCase, t)
  return (
    <Card as="section" aria-labelledby="content" className={css.block}>
      <div className={css.top}>
        <h2 id="content" tabIndex={-1} className={css.title}>
          {t('moderation.content')}
        </h2>
        <CaseBadges moderationCase={moderationCase} />
      </div>
      <div className={css.who}>
        <Avatar name={name} photoUri={author?.photoUri} subject={isOfCommunity(moderationCase) ? 'place' : 'person'} />
        <div>
          <b className={typography.strong} dir="auto">
            {name}
          </b>
          <p className={typography.meta}>
            {[
              !isOwnCommunity && !isOfCommunity(moderationCase) && moderationCase.community.name,
              t('moderation.reports', { count: moderationCase.flagsCount }),
              ago(moderationCase.date),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {isOwnCommunity && author && (
          <ButtonLink
            size="s"
            icon="user-round"
            to="/$c/gestion/membre"
            params={{ c: viewer.customUri }}
            search={{ id: author._id }}
          >
            {t('moderation.author.file')}
          </ButtonLink>
        )}
      </div>
      {kind === 'message' ? (
        <CaseMessages messages={content.messages} />
      ) : (
        <ReportedText moderationCase={moderationCase} />
      )}
      {content.picture && (
        <div className={css.picture} data-kind={kind}>
          <Photo
            media={content.picture}
            alt={t('moderation.content.picture')}
            ratio={Math.min(MAX_RATIO, content.picture.width / content.picture.height)}
            sizes={SIZES}
          />
        </div>
      )}
      {content.youtubeVideoId && (
        <p className={css.line}>
          <Icon name="play" size="s" /> {t('moderation.content.video')}
        </p>
      )}
      {isOwnCommunity && <ContentLink moderationCase={moderationCase} customUri={viewer.customUri} />}
    </Card>
  )
}

const ReportedText = ({ moderationCase: { content } }: { moderationCase: ModerationCase }) => {
  const { t, language } = useText()
  const languages = languagesOf(content, ['title', 'text'])
  const [chosenLanguage, setChosenLanguage] = useState<Language | null>(null)
  const shownLanguage = chosenLanguage ?? language
  const title = textIn(shownLanguage, content, 'title')
  const text = textIn(shownLanguage, content, 'text')
  return (
    <>
      {title || text ? (
        <blockquote className={css.words} dir="auto">
          {title && <h3>{title}</h3>}
          {text && <p>{text}</p>}
        </blockquote>
      ) : (
        <p className={typography.muted}>{t('moderation.content.erased')}</p>
      )}
      <div className={css.top}>
        <p className={typography.meta}>{t('moderation.content.as')}</p>
        {languages.length === 2 && (
          <Button
            kind="quiet"
            size="s"
            icon="languages"
            onClick={() => setChosenLanguage(shownLanguage === 'fr' ? 'en' : 'fr')}
          >
            {t(shownLanguage === 'fr' ? 'moderation.content.other' : 'moderation.content.other.fr')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Link to the reported post, deal or profile, unless it is hidden or erased. */
const ContentLink = ({
  moderationCase: { kind, subjectId, author, hidden, ruling },
  customUri: c,
}: ContentLinkProps) => {
  const { t } = useText()
  if (hidden || ruling?.erased) return null
  const params = { c }
  if (kind === 'user')
    return author ? (
      <div className={css.acts}>
        <ButtonLink size="s" icon="eye" to="/$c/profil/{-$pseudo}" params={{ c, pseudo: author.pseudo }}>
          {t('moderation.content.profile')}
        </ButtonLink>
      </div>
    ) : null
  if (kind === 'message') return null
  const target =
    kind === 'post'
      ? linkOptions({ to: '/$c/actualites/publication', params, search: { id: subjectId } })
      : linkOptions({ to: '/$c/annonce', params, search: { id: subjectId } })
  return (
    <div className={css.acts}>
      <ButtonLink size="s" icon="eye" {...target}>
        {t('moderation.content.open')}
      </ButtonLink>
    </div>
  )
}

interface ContentLinkProps {
  moderationCase: ModerationCase
  customUri: string
}
