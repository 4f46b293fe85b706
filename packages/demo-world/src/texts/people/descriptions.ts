import { bilingual, type Bilingual } from '../bilingual.ts'

export interface Description {
  text: Bilingual
  gender?: 'M' | 'F'
  from: number
  to: number
  ownJob?: boolean
}

/**
 * A description for people of this age, and of this gender if the French text shows one. `ownJob`: it mentions the
 * person’s job.
 */
const description = (fr: string, en: string, constraints: Partial<Omit<Description, 'text'>> = {}): Description => ({
  text: bilingual(fr, en),
  from: 18,
  to: 93,
  ...constraints,
})

export const descriptions: Description[] = [
  description(
    'Deux enfants, un vélo-cargo, toujours un gâteau au four.',
    'Two children, one cargo bike, always a cake in the oven.',
    { from: 28, to: 52 },
  ),
  description(
    'J’arrive de Chambéry avec mes rosiers et un piano un peu désaccordé. Je cherche une chorale !',
    'I’ve come from Chambéry with my roses and a slightly out-of-tune piano. Looking for a choir!',
    { from: 50 },
  ),
  description(
    'Je répare les vélos le samedi matin, contre un café. Les freins qui grincent m’empêchent de dormir.',
    'I mend bikes on Saturday mornings in exchange for coffee. Squeaky brakes keep me awake.',
  ),
  description('Née dans le quartier, jamais vraiment partie.', 'Born round the corner, never really left.', {
    gender: 'F',
  }),
  description(
    'Né à Annecy, revenu après vingt ans à Lyon. Le lac est toujours là, ouf.',
    'Born in Annecy, back after twenty years in Lyon. The lake is still here, phew.',
    { gender: 'M', from: 42 },
  ),
  description(
    'Levé à 5 h pour le travail, couché à 21 h. Merci d’avance aux talons hauts du dessus.',
    'Up at five for work, in bed by nine. Thank you in advance, high heels upstairs.',
    { gender: 'M', to: 62, ownJob: true },
  ),
  description(
    'Ma chatte visite tous les balcons. Prévenez-moi si elle s’installe.',
    'My cat visits every balcony. Let me know if she moves in.',
  ),
  description(
    'Grand-mère de sept petits-enfants, championne de Scrabble, confitures sur commande.',
    'Grandmother of seven, Scrabble champion, jam to order.',
    { gender: 'F', from: 62 },
  ),
  description('Je cours tôt, je lis tard, je dors peu.', 'I run early, read late and sleep little.'),
  description(
    'J’étudie le dessin animé et je dessine volontiers vos enfants, vos chiens, vos plantes vertes.',
    'Studying animation; happy to draw your children, your dogs, your pot plants.',
    { from: 18, to: 25, ownJob: true },
  ),
  description(
    'Je viens d’arriver en France et j’apprends le français. Parlez-moi lentement, mais parlez-moi !',
    'Just arrived in France and learning French. Speak slowly, but do speak to me!',
    { to: 60 },
  ),
  description(
    'Ancien cheminot. J’ai encore ma montre à gousset et elle est à l’heure.',
    'Former railwayman. I still have my pocket watch and it keeps time.',
    { gender: 'M', from: 63, ownJob: true },
  ),
  description(
    'Potager, parcelle 4. Les courgettes, servez-vous. Vraiment. Servez-vous.',
    'Vegetable plot number 4. Help yourself to courgettes. Really. Please do.',
  ),
  description(
    'Disponible pour garder des enfants le mercredi et les soirs de match.',
    'Available for babysitting on Wednesdays and match nights.',
    { from: 16, to: 28 },
  ),
  description(
    'Montagne l’hiver, lac l’été, bureau le reste du temps.',
    'Mountains in winter, lake in summer, office the rest of the time.',
    { from: 23, to: 62, ownJob: true },
  ),
  description(
    'Je joue de l’accordéon. Jamais après 20 h, promis.',
    'I play the accordion. Never after eight, promise.',
  ),
  description(
    'Trois langues, zéro plante survivante. Conseils bienvenus.',
    'Three languages, no surviving plants. Advice welcome.',
  ),
  description('Je prête mon échelle, ma perceuse et mon gendre.', 'I lend my ladder, my drill and my son-in-law.', {
    from: 55,
  }),
  description('Passionnée de champignons. Je ne dirai pas où.', 'Mad about mushrooms. I won’t say where.', {
    gender: 'F',
    from: 30,
  }),
  description(
    'Mon genou gauche annonce la pluie avec deux jours d’avance.',
    'My left knee forecasts rain two days ahead.',
    {
      from: 60,
    },
  ),
  description(
    'Toujours partant pour une partie de pétanque, même sous la pluie. Surtout sous la pluie.',
    'Always up for pétanque, even in the rain. Especially in the rain.',
    { gender: 'M' },
  ),
  description(
    'Toujours partante pour une baignade, à partir de 14 degrés.',
    'Always up for a swim, from 14 degrees upwards.',
    { gender: 'F' },
  ),
  description(
    'Bénévole à la ressourcerie le jeudi : donnez, donnez, donnez.',
    'I volunteer at the reuse shop on Thursdays: give, give, give.',
  ),
  description(
    'Je fabrique des nichoirs. Les mésanges du quartier me connaissent bien.',
    'I build nest boxes. The local blue tits know me well.',
  ),
  description(
    'Nouveau papa : si vous voyez quelqu’un dormir debout dans l’ascenseur, c’est moi.',
    'New father: if you see somebody asleep on his feet in the lift, that’s me.',
    { gender: 'M', from: 24, to: 44 },
  ),
  description(
    'Jeune maman de jumeaux. Les coups de main valent de l’or, le café est offert.',
    'Young mother of twins. Help is worth its weight in gold, coffee is on me.',
    { gender: 'F', from: 24, to: 42 },
  ),
  description(
    'J’aime le cinéma en noir et blanc et les gens en couleurs.',
    'I like films in black and white and people in colour.',
  ),
  description(
    'Cent dix cols à vélo, et toujours essoufflé au troisième étage.',
    'A hundred and ten mountain passes by bike, and still out of breath on the third floor.',
    { gender: 'M' },
  ),
  description(
    'Je tricote pour tout l’escalier. Donnez-moi votre tour de tête.',
    'I knit for the whole staircase. Give me your head size.',
    { from: 35 },
  ),
  description(
    'Pas très bavard, mais je réponds toujours présent pour porter un frigo.',
    'Not much of a talker, but always there when a fridge needs carrying.',
    { gender: 'M', to: 58 },
  ),
  description('Veuve, gourmande, curieuse de tout.', 'Widowed, fond of food, curious about everything.', {
    gender: 'F',
    from: 65,
  }),
  description(
    'Ici depuis 1974. J’ai vu le tilleul grand comme ça.',
    'Here since 1974. I knew the lime tree when it was this high.',
    { from: 66 },
  ),
  description(
    'J’enseigne le yoga sur la pelouse l’été, dans la salle commune l’hiver.',
    'I teach yoga on the lawn in summer, in the common room in winter.',
    { from: 25, to: 70, ownJob: true },
  ),
  description(
    'Je cherche un quatrième pour la belote depuis le mois de mars.',
    'I’ve been looking for a fourth at belote since March.',
    { from: 40 },
  ),
  description('Je télétravaille : je reçois volontiers vos colis.', 'I work from home: I gladly take in parcels.', {
    from: 23,
    to: 62,
    ownJob: true,
  }),
  description(
    'Musicienne le soir, comptable le jour. Les deux demandent du rythme.',
    'Musician by night, accountant by day. Both call for rhythm.',
    { gender: 'F', from: 24, to: 63, ownJob: true },
  ),
  description(
    'Mon chien est sourd, sauf quand on sort le fromage.',
    'My dog is deaf, except when the cheese comes out.',
  ),
  description('Parapente, ski de randonnée, tartes aux myrtilles.', 'Paragliding, ski touring, blueberry tarts.'),
  description(
    'Je sais réparer les ordinateurs, pas les imprimantes. Personne ne sait réparer les imprimantes.',
    'I can mend computers, not printers. Nobody can mend printers.',
    { from: 16, to: 70 },
  ),
  description(
    'Foot, skate, maths : je peux aider pour deux des trois.',
    'Football, skateboarding, maths: I can help with two of the three.',
    { from: 12, to: 18 },
  ),
  description(
    'En quatrième. Je promène les chiens pour payer mon VTT.',
    'In my third year at middle school. I walk dogs to pay for my mountain bike.',
    { from: 13, to: 14 },
  ),
  description(
    'Je passe le bac cette année. Silence, s’il vous plaît. Ou chocolat.',
    'Taking my baccalauréat this year. Silence, please. Or chocolate.',
    { from: 17, to: 18 },
  ),
  description('J’adore les hérissons, les dinosaures et le hand.', 'I love hedgehogs, dinosaurs and handball.', {
    from: 12,
    to: 15,
  }),
  description('Arrivée par amour, restée pour le reblochon.', 'Came for love, stayed for the cheese.', { gender: 'F' }),
  description('Arrivé pour un an, c’était il y a quinze ans.', 'Came for a year, that was fifteen years ago.', {
    gender: 'M',
    from: 36,
  }),
  description(
    'I moved here from Leeds. Mon français s’améliore, mon accent non.',
    'I moved here from Leeds. My French is improving, my accent isn’t.',
    { to: 75 },
  ),
  description(
    'Une bibliothèque de romans policiers à disposition. L’assassin n’est jamais le voisin.',
    'A library of detective novels at your disposal. The murderer is never the neighbour.',
  ),
  description('Je chante faux mais avec conviction.', 'I sing out of tune, with conviction.'),
  description('Deux ruches sur le toit. Le miel arrive en juillet.', 'Two beehives on the roof. Honey comes in July.', {
    from: 28,
  }),
  description(
    'Toujours un thermos de thé à la menthe pour qui passe.',
    'There’s always a flask of mint tea for whoever drops by.',
  ),
  description(
    'Je collectionne les boules à neige et les bonnes adresses.',
    'I collect snow globes and good addresses.',
  ),
  description(
    'Sourde de naissance : écrivez-moi, ou apprenez trois signes, je vous montre.',
    'Deaf from birth: write to me, or learn three signs, I’ll show you.',
    { gender: 'F' },
  ),
  description(
    'En fauteuil depuis dix ans, sur l’eau dès que possible : je fais de la voile.',
    'In a wheelchair for ten years, on the water whenever I can: I sail.',
  ),
  description(
    'Je fais le marché le dimanche à 8 h. Donnez-moi votre liste la veille.',
    'I go to the market at eight on Sundays. Give me your list the evening before.',
  ),
  description(
    'Pompier volontaire. Je monte aussi chercher les ballons sur les toits.',
    'Volunteer firefighter. I also fetch balls from roofs.',
    { from: 20, to: 50 },
  ),
  description(
    'Je quitte la télé pour une bonne discussion sur le palier.',
    'I will leave the telly for a good chat on the landing.',
    { from: 50 },
  ),
  description(
    'Infirmière de nuit : si mes volets sont fermés à midi, tout va bien.',
    'Night nurse: if my shutters are closed at noon, all is well.',
    { gender: 'F', from: 23, to: 62, ownJob: true },
  ),
  description(
    'Le lac à six heures du matin, sans combinaison. Rejoignez-moi, ou plaignez-moi.',
    'The lake at six in the morning, no wetsuit. Join me, or pity me.',
    { from: 25 },
  ),
  description(
    'Je cherche toujours la meilleure tarte au citron de la ville. L’enquête avance.',
    'Still seeking the best lemon tart in town. The investigation is making progress.',
  ),
  description(
    'Maquettes de trains plein le salon. Visites guidées sur rendez-vous, à partir de six ans.',
    'Model trains all over the living room. Guided tours by appointment, ages six and up.',
    { from: 45 },
  ),
  description('Deux chats, un télescope, beaucoup de thé.', 'Two cats, one telescope, a lot of tea.'),
  description(
    'J’écris des cartes postales à la main. Si vous avez un voisin à remercier, je peux aider.',
    'I write postcards by hand. If you’ve a neighbour to thank, I can help.',
    { from: 30 },
  ),
  description(
    'Je goûte tout, je cuisine presque tout, je ne fais pas la vaisselle.',
    'I taste everything, cook nearly everything and never wash up.',
  ),
  description('Discret au quotidien, redoutable au tarot.', 'Quiet by day, fearsome at tarot.', { gender: 'M' }),
  description(
    'Le dimanche je fais des madeleines. La fenêtre est ouverte exprès.',
    'I bake madeleines on Sundays. The window is open on purpose.',
  ),
  description('Ma boussole ne marche pas, mes jambes si.', 'My compass is broken, my legs are fine.'),
  description('Une fille, un aquarium, pas assez de week-ends.', 'One daughter, one aquarium, not enough weekends.', {
    from: 27,
    to: 52,
  }),
  description(
    'Je suis celle qui arrose la jardinière du hall. Si, si.',
    'I’m the one who waters the pots in the hall. Yes, me.',
    { gender: 'F' },
  ),
  description(
    'Bricoleur du dimanche, et parfois du lundi pour réparer le dimanche.',
    'A Sunday handyman, and sometimes a Monday one, to mend Sunday.',
    { gender: 'M', from: 25 },
  ),
  description(
    'On m’appelle pour les araignées. Je les mets dehors avec leurs affaires.',
    'I get called about spiders. I put them out with their belongings.',
  ),
  description('Je fais du pain, j’en fais trop, sonnez.', 'I bake bread, I bake too much, ring the bell.'),
  description(
    'Champion départemental de casse-tête, catégorie silencieuse.',
    'County champion at puzzle cubes, silent category.',
    { gender: 'M', from: 14, to: 30 },
  ),
  description(
    'Deux ados, un lave-vaisselle, beaucoup de diplomatie.',
    'Two teenagers, one dishwasher, a great deal of diplomacy.',
    { from: 38, to: 58 },
  ),
  description(
    'Je ramasse un déchet par jour depuis huit ans. Venez, c’est bon pour le dos.',
    'I have picked up one piece of litter a day for eight years. Join me, it’s good for the back.',
  ),
  description(
    'Je cuisine sans recette et je voyage sans valise.',
    'I cook without recipes and travel without luggage.',
  ),
  description(
    'Violon alto. Personne ne sait ce que c’est, venez écouter.',
    'I play the viola. Nobody knows what that is; come and listen.',
  ),
  description(
    'À la retraite depuis lundi. Que fait-on de ses journées ?',
    'Retired since Monday. What does one do all day?',
    {
      from: 61,
      to: 67,
      ownJob: true,
    },
  ),
  description('Mes tomates ont des prénoms.', 'My tomatoes have first names.'),
  description('Je dis bonjour deux fois, au cas où.', 'I say hello twice, just in case.'),
  description('Danseur de tango le vendredi, lessive le samedi.', 'Tango on Fridays, laundry on Saturdays.', {
    gender: 'M',
  }),
  description('Nageuse du matin, dormeuse du soir.', 'Morning swimmer, evening sleeper.', { gender: 'F' }),
  description(
    'J’ai lu tous les panneaux du sentier botanique. Interrogez-moi.',
    'I’ve read every sign on the nature trail. Test me.',
  ),
  description(
    'Je fais la morue de quatorze façons. Il paraît qu’il en existe mille.',
    'I can cook cod in fourteen ways. They say there are a thousand.',
    { from: 30 },
  ),
  description('Fan de trains, de nuages et de silence.', 'Fond of trains, clouds and silence.'),
  description('Je prête volontiers : tente, réchaud, patience.', 'I gladly lend: tent, stove, patience.'),
  description(
    'Quinze ans d’escaliers m’ont donné des mollets de chamois.',
    'Fifteen years of stairs have given me the calves of a mountain goat.',
    { from: 30 },
  ),
  description(
    'Si vous entendez rire, c’est moi. Si vous entendez chanter, pardon.',
    'If you hear laughing, it’s me. If you hear singing, sorry.',
  ),
  description('Je distribue les graines, pas les conseils.', 'I hand out seeds, not advice.'),
  description(
    'Une tasse de sucre, un œuf, une oreille : frappez.',
    'A cup of sugar, an egg, a listening ear: just knock.',
  ),
  description(
    'Ma moto s’appelle Colette et elle démarre au printemps.',
    'My motorbike is called Colette and she starts in spring.',
    { from: 25, to: 70 },
  ),
  description('Quatrième au concours de soupe. Sur quatre.', 'Fourth in the soup contest. Out of four.'),
  description(
    'J’apprends le violoncelle à soixante-dix ans passés. Merci pour votre indulgence.',
    'I’m learning the cello in my seventies. Thank you for bearing with me.',
    { from: 70, to: 79 },
  ),
  description(
    'Grand-père débutant, cherche professeur de jeux vidéo.',
    'Novice grandfather seeks video-game teacher.',
    {
      gender: 'M',
      from: 56,
    },
  ),
  description(
    'Je photographie le lac tous les matins, au même endroit. Trois mille deux cents photos.',
    'I photograph the lake every morning from the same spot. Three thousand two hundred so far.',
  ),
  description(
    'Végétarien depuis dix ans, invité aux raclettes quand même.',
    'Vegetarian for ten years, still invited to raclettes.',
    { gender: 'M', from: 25 },
  ),
  description('Pas de télé, mais un très bon fauteuil.', 'No television, but a very good armchair.', { from: 40 }),
  description(
    'Skatepark le mercredi, conservatoire le samedi.',
    'Skatepark on Wednesdays, music school on Saturdays.',
    {
      from: 12,
      to: 18,
    },
  ),
  description(
    'Je cherche des coéquipières pour le foot à sept. Le hors-jeu, on apprendra.',
    'Looking for women to play seven-a-side. We’ll learn the offside rule.',
    { gender: 'F', from: 16, to: 45 },
  ),
  description('On peut me confier une clé, un chat, un secret.', 'You can trust me with a key, a cat or a secret.'),
  description(
    'Dans mes cartons depuis trois ans. J’ai bon espoir.',
    'Been unpacking for three years. I remain hopeful.',
    {
      from: 24,
    },
  ),
  description('Ma spécialité : le compost. Ne partez pas.', 'My speciality: compost. Don’t go.'),
  description(
    'Je fais les marchés de Noël avec mes bougies. Le reste de l’année, je sens la cire.',
    'I sell my candles at Christmas markets. The rest of the year I smell of wax.',
    { ownJob: true, from: 22 },
  ),
  description('Toujours en retard, toujours avec un dessert.', 'Always late, always with a dessert.'),
  description('Sept marathons, dont un couru pour attraper le bus.', 'Seven marathons, one of them to catch a bus.', {
    from: 25,
  }),
  description(
    'Jardinière de balcon : douze pots, trois récoltes, un merle.',
    'Balcony gardener: twelve pots, three harvests, one blackbird.',
    { gender: 'F' },
  ),
  description('J’ouvre les bocaux difficiles, sans rendez-vous.', 'I open difficult jars, no appointment needed.'),
  description('Le Scrabble m’a tout pris, surtout le W.', 'Scrabble has taken everything from me, the W above all.', {
    from: 45,
  }),
  description('Mes voisins préférés ? Ceux qui liront ceci.', 'My favourite neighbours? Whoever reads this.'),
  description('Cherche partenaires de badminton, indulgents.', 'Seeking badminton partners of a forgiving nature.'),
  description('Onze sortes de confiture, toutes étiquetées.', 'Eleven kinds of jam, all of them labelled.', {
    from: 40,
  }),
  description(
    'Le bus de 7 h 12, troisième siège à gauche. Faites-moi signe.',
    'The 7.12 bus, third seat on the left. Give me a wave.',
    { from: 20, to: 62 },
  ),
]
