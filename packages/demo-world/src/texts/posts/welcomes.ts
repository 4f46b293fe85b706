import { welcomePost, type DemoPost } from './post.ts'

/** These posts fit any newcomer, so no word of them may show a gender. */
export const welcomePosts: DemoPost[] = [
  welcomePost(
    'bienvenue-bonjour',
    {
      fr: [
        'Dites bonjour à {firstname}',
        'Une nouvelle tête au bâtiment {building}. Un mot d’accueil fait toujours plaisir.',
      ],
      en: ['Say hello to {firstname}', 'A new face in building {building}. A word of welcome is always nice.'],
    },
    { answers: 'many' },
  ),
  welcomePost(
    'bienvenue-cles',
    {
      fr: [
        '{firstname} a les clés depuis hier',
        'Les cartons sont encore dans le couloir du {building}. Qui sait où trouver une bonne pizza ?',
      ],
      en: [
        '{firstname} got the keys yesterday',
        'The boxes are still in the hallway of {building}. Who knows where to find a good pizza?',
      ],
    },
    { answers: 'some' },
  ),
  welcomePost(
    'bienvenue-nouvelle-sonnette',
    {
      fr: [
        'Un nouveau nom sur une sonnette du {building}',
        'C’est {firstname} qui vient d’arriver. Passez dire bonjour !',
      ],
      en: ['A new name on a doorbell in {building}', 'It’s {firstname}, just arrived. Drop by and say hello!'],
    },
    { answers: 'some' },
  ),
  welcomePost(
    'bienvenue-conseil',
    {
      fr: [
        'Bienvenue à {firstname} !',
        'Donnez votre meilleur conseil pour vivre ici. Le nôtre : ne jamais refuser les courgettes.',
      ],
      en: ['Welcome, {firstname}!', 'What’s your best tip for living here? Ours: never refuse courgettes.'],
    },
    { answers: 'many' },
  ),
  welcomePost(
    'bienvenue-tilleul',
    {
      fr: [
        '{firstname} rejoint les Tilleuls',
        'Le tilleul est là depuis soixante ans, {firstname} depuis ce matin. Il y a de la place pour tout le monde.',
      ],
      en: [
        '{firstname} joins Les Tilleuls',
        'The lime tree has been here for sixty years, {firstname} since this morning. There’s room for everyone.',
      ],
    },
    { answers: 'many' },
  ),
  welcomePost(
    'bienvenue-palier',
    {
      fr: [
        'Du nouveau sur un palier du {building}',
        'On y croisera désormais {firstname}. Vous saurez mettre un prénom sur un sourire.',
      ],
      en: [
        'News from a landing in {building}',
        'You’ll be meeting {firstname} there from now on: a name to go with the smile.',
      ],
    },
    { answers: 'some' },
  ),
  welcomePost(
    'bienvenue-cafe',
    {
      fr: [
        'Un café pour {firstname} ?',
        'Nouvelle adresse, bâtiment {building}, cafetière introuvable dans les cartons. À votre bon cœur.',
      ],
      en: [
        'A coffee for {firstname}?',
        'New address in building {building}, coffee pot lost in the boxes. Over to you.',
      ],
    },
    { answers: 'many' },
  ),
  welcomePost(
    'bienvenue-un-de-plus',
    {
      fr: [
        'Nous sommes un de plus',
        '{firstname} vient de s’inscrire. Faites-lui une petite place dans la conversation.',
      ],
      en: ['One more of us', '{firstname} has just joined. Make a little room in the conversation.'],
    },
    { answers: 'some' },
  ),
  welcomePost(
    'bienvenue-presentation',
    {
      fr: [
        '{firstname} fait ses premiers pas ici',
        'Premier message, premier jour. Qui montre le local à vélos et la boîte à livres ?',
      ],
      en: [
        'First steps here for {firstname}',
        'First post, first day. Who’ll show the bike shed and the book-swap shelf?',
      ],
    },
    { answers: 'some' },
  ),
  welcomePost(
    'bienvenue-fenetre',
    {
      fr: ['Une fenêtre s’allume au {building}', 'Il y a quelqu’un derrière : {firstname}. Bonsoir et bienvenue !'],
      en: [
        'A light has come on in building {building}',
        'There’s somebody behind it: {firstname}. Good evening and welcome!',
      ],
    },
    { answers: 'many', hourOfDay: 19 },
  ),
  welcomePost(
    'bienvenue-boite-lettres',
    {
      fr: [
        'Avis aux boîtes aux lettres du {building}',
        'Le facteur n’y perdra plus son latin : {firstname} a mis son étiquette. Bienvenue !',
      ],
      en: [
        'Attention, letter boxes of building {building}',
        'The post can find its way at last: {firstname} has put up a label. Welcome!',
      ],
    },
    { answers: 'some' },
  ),
  welcomePost(
    'bienvenue-simple',
    { fr: ['Bienvenue, {firstname}', ''], en: ['Welcome, {firstname}', ''] },
    { answers: 'some' },
  ),
]
