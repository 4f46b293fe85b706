import type { Poster } from '@parvis/contract/admin.ts'
import { printTranslators } from '#web/kernel/text/both-languages.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import lake from '../art/poster-lake.svg'
import css from './PosterPage.module.css'

export interface PosterPageProps {
  community: { name: string; logoUri: string | null; address: string | null; city: string | null }
  poster: Poster
  /** The registration key, printed for people who type the URL; null leaves the key out. */
  writtenKey: string | null
  ink: 'colour' | 'black'
}

const stepsOf = (canRegister: boolean): readonly (readonly [IconName, 'scan' | 'register' | 'login' | 'hello'])[] => [
  ['scan-line', 'scan'],
  canRegister ? ['user-plus', 'register'] : ['log-in', 'login'],
  ['hand', 'hello'],
]

/** One A4 page for the entrance hall: French text large, English text below, the QR code inside a drawn doorway. */
export const PosterPage = ({ community, poster, writtenKey, ink }: PosterPageProps) => (
  <article
    className={css.page}
    data-paper
    data-ink={ink}
    lang="fr"
    aria-label={printTranslators.fr('print.poster.label')}
  >
    <div>
      <h2>
        {printTranslators.fr('print.poster.title')} <span>{printTranslators.fr('print.poster.answer')}</span>
      </h2>
      <p className={css.sub} lang="en">
        {printTranslators.en('print.poster.title')} {printTranslators.en('print.poster.answer')}
      </p>
      <div className={css.arch}>
        <img src={lake} alt="" />
        <i className={css.mat} />
        <div className={css.code}>
          <QrCode value={poster.link} label={printTranslators.fr('print.poster.code', { address: poster.address })} />
        </div>
      </div>
      <ol className={css.steps}>
        {stepsOf(poster.registers).map(([icon, key]) => (
          <li key={key}>
            <Icon name={icon} />
            <span>
              <b>{printTranslators.fr(`print.poster.${key}`)}</b>
              <span lang="en">{printTranslators.en(`print.poster.${key}`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <footer className={css.foot}>
        {community.logoUri && <img src={`${community.logoUri}/card`} alt="" />}
        <div>
          <b>{community.name}</b>
          {[community.address, community.city].filter(Boolean).join(', ')}
        </div>
        <div className={css.address}>
          <strong>{poster.address}</strong>
          {writtenKey && (
            <p>
              {printTranslators.fr('print.poster.key')}{' '}
              <span lang="en">· {printTranslators.en('print.poster.key')}</span> <mark>{writtenKey}</mark>
            </p>
          )}
        </div>
      </footer>
    </div>
  </article>
)
