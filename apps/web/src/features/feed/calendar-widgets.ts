// Calendar components for other screens, in one lazily loaded chunk that does not delay the first screen.
export { calendarFilterOf } from './calendar-days.ts'
export { CalendarAside } from './CalendarAside.tsx'
export { NextAround } from './NextAround.tsx'
export { AroundYou } from './components/AroundYou.tsx'
