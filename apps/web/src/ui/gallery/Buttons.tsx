import { useState } from 'react'
import { Button } from '../Button.tsx'
import { ButtonAnchor, ButtonLink } from '../ButtonLink.tsx'
import { Card } from '../Card.tsx'
import { Chip, Chips } from '../Chips.tsx'
import { IconButton } from '../IconButton.tsx'
import { Row } from '../Row.tsx'
import { Stack } from '../Stack.tsx'
import { TextButton } from '../TextButton.tsx'
import css from './Gallery.module.css'

const kinds = ['primary', 'soft', 'outline', 'quiet', 'danger', 'danger-quiet'] as const

/** Buttons of every kind in every state, and chips. */
export const Buttons = () => {
  const [on, setOn] = useState(true)
  return (
    <Card as="section" className={css.pad}>
      <Stack>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind}>
              {kind}
            </Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind} icon="check" pressed>{`${kind}, given`}</Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind} disabled>{`${kind}, disabled`}</Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind} size="s" busy>{`${kind}, busy`}</Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <ButtonAnchor key={kind} kind={kind} size="l" href="#main">{`${kind}, a link`}</ButtonAnchor>
          ))}
        </Row>
        <Row>
          <Button pressed={on} icon={on ? 'check' : undefined} onClick={() => setOn(!on)}>
            Interested
          </Button>
          <Button kind="primary" busy>
            Log in
          </Button>
          <Button disabled>Sign up</Button>
          <Button size="s" icon="navigation">
            Near me
          </Button>
          <ButtonLink to="/" kind="primary" icon="rotate-cw">
            Try again
          </ButtonLink>
        </Row>
        <Row>
          <IconButton icon="search" label="Search" />
          <IconButton icon="x" label="Close" kind="soft" />
          <IconButton icon="check" label="Send" kind="solid" />
          <IconButton icon="x" label="Close" kind="photo" />
          <IconButton icon="info" label="News" count={12} />
          <TextButton icon="languages" lang="fr">
            Français
          </TextButton>
        </Row>
        <Chips label="Filter">
          <Chip selected onClick={() => {}}>
            All
          </Chip>
          <Chip selected={false} onClick={() => {}}>
            Our neighbourhood
          </Chip>
          <Chip selected={false} picto="clinking-glasses" onClick={() => {}}>
            Moments
          </Chip>
          <Chip selected={false} icon="map-pin" onClick={() => {}}>
            Near me
          </Chip>
        </Chips>
      </Stack>
    </Card>
  )
}
