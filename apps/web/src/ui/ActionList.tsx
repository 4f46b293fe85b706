import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import type { Target } from './frame-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './ActionList.module.css'

export const ActionList = ({ label, children }: { label: string; children: ReactNode }) => (
  <Card as="section" className={css.ways} aria-label={label}>
    {children}
  </Card>
)

interface ActionProps {
  icon: IconName
  title: string
  detail?: string
}

export const ActionLink = ({ icon, title, detail, ...target }: ActionProps & Target & { hash?: string }) => (
  <Link {...target}>
    <ActionContent icon={icon} title={title} detail={detail} hasChevron />
  </Link>
)

export const ActionAnchor = ({ icon, title, detail, href }: ActionProps & { href: string }) => (
  <a href={href}>
    <ActionContent icon={icon} title={title} detail={detail} hasChevron />
  </a>
)

/** A button for an immediate action such as log-out, in the danger colour unless `plain`. `busy`: the action runs. */
export const ActionButton = ({
  busy,
  plain,
  onAct,
  ...content
}: ActionProps & { busy: boolean; plain?: boolean; onAct: () => void }) => (
  <button
    type="button"
    data-plain={plain || undefined}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? undefined : onAct}
  >
    <ActionContent {...content} />
  </button>
)

const ActionContent = ({ icon, title, detail, hasChevron }: ActionProps & { hasChevron?: boolean }) => (
  <>
    <Icon name={icon} />
    <span>
      {title}
      {detail && <small>{detail}</small>}
    </span>
    {hasChevron && <Icon name="chevron-right" size="s" />}
  </>
)
