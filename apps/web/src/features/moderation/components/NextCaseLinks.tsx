import { useInfiniteQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { sortMinorsFirst } from '../case-text.ts'
import { caseTarget } from '../list-target.ts'
import { casesQuery } from '../moderation.queries.ts'
import { rememberNextCase } from '../next-case.ts'
import css from '../CaseSheet.module.css'
import type { CaseSheetProps } from '../case-sheet-props.ts'

/**
 * Links after a decision: to the next pending case, which replaces the decided one in the browser history, and to the
 * list.
 */
export const NextCaseLinks = ({ id, viewer, communityUri, back }: CaseSheetProps) => {
  const { t } = useText()
  const { data } = useInfiniteQuery(casesQuery(communityUri === null ? null : viewer.communityId, 'waiting'))
  const docs = data?.pages.flatMap(page => page.docs) ?? []
  const others = sortMinorsFirst(docs.filter(one => one._id !== id))
  // Until the list is refetched, it can still contain the decided case, which must not be counted.
  const left = (data?.pages.at(-1)?.waiting ?? 0) - (docs.length - others.length)
  const [next] = others
  return (
    <div className={css.way}>
      {next && (
        <ButtonLink
          kind="primary"
          icon="arrow-right"
          replace
          {...caseTarget(communityUri, next._id)}
          onClick={() => rememberNextCase(next._id)}
        >
          {t('moderation.next', { left })}
        </ButtonLink>
      )}
      <ButtonLink {...back}>{t('moderation.case.all')}</ButtonLink>
    </div>
  )
}
