/** One per line with all spellings, normalized like names: no accents, consecutive single letters as one word. */
const writings = `
gmbh, ges mbh, gesmbh, gesellschaft mbh, mbh, gesellschaft mit beschränkter haftung, gesellschaft mb haftung
ag, aktiengesellschaft
kg, kommanditgesellschaft
kgaa, kommanditgesellschaft auf aktien
ohg, offene handelsgesellschaft
ug, ug haftungsbeschränkt, unternehmergesellschaft, unternehmergesellschaft haftungsbeschränkt
gbr, gesellschaft bürgerlichen rechts, egbr
ek, ekfm, ekfr, eingetragener kaufmann, eingetragene kauffrau
ev, eingetragener verein, egyéni vállalkozó
eg, egen, eingetragene genossenschaft
ggmbh
partg, partgmbb, partnerschaftsgesellschaft, partg mbb, partnerschaftsgesellschaft mbb
og, offene gesellschaft
se, societas europaea
ltd, limited, λτδ, λιμιτεδ, בעמ, בעם, בערבון מוגבל, ltée, limitée, ltd ltée, ltée ltd
plc, public limited company, public company limited, public company ltd, pcl, δημόσια εταιρεία λτδ, δημόσια εταιρία λτδ
unlimited company, public unlimited company, ulc
persoană fizică autorizată
întreprindere individuală
pjsc, public joint stock company, شمع, شركة مساهمة عامة, مساهمة عامة
jsc, joint stock company, شركة مساهمة, مساهمة, شمم
llp, limited liability partnership
llc, limited liability company, wll, ذمم, شذمم, ذات مسؤولية محدودة, ذات المسؤولية المحدودة, ذات مسئولية محدودة, شركة ذات مسؤولية محدودة, المحدودة, محدودة, pllc
lp, limited partnership, שותפות מוגבלת
co, company, compagnie, cie, شركة, cia, compañía, companhia
corp, corporation
inc, incorporated
pty, proprietary
pvt, private, pte
cic, community interest company
dac, designated activity company
clg, company limited by guarantee
bhd, berhad
sdn, sendirian
sa, société anonyme, sociedad anónima, sociedade anónima, sociedade anônima, spółka akcyjna, ae, αε, ανώνυμη εταιρεία, ανώνυμη εταιρία, ανώνυμος εταιρεία, αβεε, abee, αεβε, aebe, ανώνυμη βιομηχανική και εμπορική εταιρεία, μονοπρόσωπη αε, μονοπρόσωπη ανώνυμη εταιρεία, μον αε, αεε, ανώνυμη εμπορική εταιρεία
sas, société par actions simplifiée, sociedad por acciones simplificada
sasu, société par actions simplifiée unipersonnelle
sarl, société à responsabilité limitée, sagl, sarl s
eurl
sci, société civile immobilière
soc coop, società cooperativa, soc coop arl, società cooperativa arl, società cooperativa a responsabilità limitata, soc coop sociale, società cooperativa sociale, società cooperativa sociale arl
unipersonale, società unipersonale, a socio unico, con socio unico, con unico socio, società a socio unico, società con socio unico, società con unico socio
società benefit
snc, société en nom collectif, società in nome collettivo
scs, secs, società in accomandita semplice
sca
scop
società semplice, società semplice agricola
sociedad cooperativa, s coop, sociedad cooperativa andaluza, s coop and
sociedad civil
sociedad limitada profesional
sociedad limitada laboral
sociedad anónima laboral
selarl
selas
gaec
sau, sociedad anónima unipersonal
sl, slu, sociedad limitada, sociedad limitada unipersonal
slne
scoop
srl, società a responsabilità limitata, sociedad de responsabilidad limitada, societate cu răspundere limitată, srl d, srld
srls, società a responsabilità limitata semplificata
spa, società per azioni
sapa, società in accomandita per azioni
scarl, società consortile a responsabilità limitata, sc ar l
scpa, società consortile per azioni
scrl
cvba
sas di
sac
sa de cv, sab de cv, sapi de cv
s de rl de cv, s de rl
spr de rl
lda, ltda, limitada, ltda me, ltda epp
unipessoal lda, sociedade unipessoal lda, unipessoal limitada, unip lda, soc unipessoal lda
sgps
eireli, eireli me, eireli epp
eirl, empresa individual de responsabilidad limitada
s en c, sociedad en comandita, s en cs
c por a
bv, besloten vennootschap, besloten vennootschap met beperkte aansprakelijkheid
bvba
nv, naamloze vennootschap
vof, vennootschap onder firma
cv, commanditaire vennootschap
comm v
fiscale eenheid
sprl
asbl, association sans but lucratif
vzw, vereniging zonder winstoogmerk
ek for, ekonomisk förening
ab, ab publ, aktiebolag, aktiebolaget, akcinė bendrovė
hb, handelsbolag
kb, kommanditbolag
as, aktieselskab, aktieselskabet, aksjeselskap, aktsiaselts, akciju sabiedrība, akciová společnost, akciová spoločnosť, anonim şirketi
asa, allmennaksjeselskap
aps, anpartsselskab
partnerselskab
amba, fmba, smba
as oy, asunto oy
iværksætterselskab
oy, osakeyhtiö, oy ab, ab oy
oyj
osk, osuuskunta
ky, kommandiittiyhtiö
ou, osaühing
uab, uždaroji akcinė bendrovė
mažoji bendrija
individuali įmonė
viešoji įstaiga
sia, sabiedrība ar ierobežotu atbildību
sp zoo, sp z oo, spzoo, spółka zoo, spółka z oo, spółka z ograniczoną odpowiedzialnością
sp k, spk, spółka komandytowa
sp j, spj, spółka jawna
spółka cywilna
spółka partnerska, sp p
spółka komandytowo akcyjna
prosta spółka akcyjna
przedsiębiorstwo handlowo usługowe
przedsiębiorstwo produkcyjno handlowo usługowe
firma handlowo usługowa
füüsilisest isikust ettevõtja
individuālais komersants
zemnieku saimniecība
enskild firma
sro, spol sro, společnost s ručením omezeným, spoločnosť s ručením obmedzeným
vos, veřejná obchodní společnost, verejná obchodná spoločnosť
zapsaný spolek
ks, kommanditselskab, komanditní společnost, komanditná spoločnosť
kft, korlátolt felelősségű társaság, nonprofit kft, nonprofit korlátolt felelősségű társaság
zrt, zártkörűen működő részvénytársaság
nyrt, nyilvánosan működő részvénytársaság
bt, betéti társaság
doo, доо, društvo s ograničenom odgovornošću, друштво са ограниченом одговорношћу, društvo sa ograničenom odgovornošću, družba z omejeno odgovornostjo
jdoo, jednostavno društvo s ograničenom odgovornošću
dd, dioničko društvo, delniška družba
ad, ад, акционерно дружество, акционарско друштво, akcionarsko društvo
ead, еад
ood, оод, дружество с ограничена отговорност
eood, еоод, еднолично дружество с ограничена отговорност
et, ет
ooo, ооо, общество с ограниченной ответственностью
oao, оао, открытое акционерное общество
zao, зао, закрытое акционерное общество
pao, пао, публичное акционерное общество
ao, ао, акционерное общество
at, ат, акціонерне товариство
prat, прат, приватне акціонерне товариство
pat, пат, публічне акціонерне товариство
pp, пп, приватне підприємство
dp, дп, державне підприємство
too, тоо, товарищество с ограниченной ответственностью
odo, одо, общество с дополнительной ответственностью
chup, чуп, частное унитарное предприятие, частное предприятие, унитарное предприятие
dooel, дооел, друштво со ограничена одговорност
sd, сд, събирателно дружество
ip, ип, индивидуальный предприниматель
tov, тов, тзов, товариство з обмеженою відповідальністю
fop, фоп, фізична особа підприємець
epe, επε, εταιρεία περιορισμένης ευθύνης, εταιρία περιορισμένης ευθύνης, μονοπρόσωπη επε, μον επε, μεπε, μονοπρόσωπη εταιρεία περιορισμένης ευθύνης
ike, ικε, pc, ιδιωτική κεφαλαιουχική εταιρεία, μονοπρόσωπη ικε, μονοπρόσωπη ιδιωτική κεφαλαιουχική εταιρεία, μον ικε
oe, οε, ομόρρυθμη εταιρεία
ee, εε, ετερόρρυθμη εταιρεία
ltd sti, limited şirketi
kk, kabushiki kaisha
gk, godo kaisha
sc
in liquidation, il, in liquidazione, en liquidation, en liquidación, v likvidaci, v likvidácii, w likwidacji, under avvikling, in vereffening, em liquidação, felszámolás alatt, in liqu, in liquidazione giudiziale, in concordato preventivo, w upadłości, w restrukturyzacji, en liquidation judiciaire, in liquidatie, i likvidation, i konkurs, under konkurs, under likvidation, under tvangsopløsning, végelszámolás alatt, u likvidaciji, u stečaju, v likvidaciji, v stečaju, em recuperação judicial, in insolventa, selvitystilassa, receivers and managers appointed, receiver and manager appointed, administrators appointed, in insolvenz, in oprichting
`
export const formLines: readonly string[] = writings.trim().split('\n')

/** Forms that can come first, as in ООО Ромашка, UAB Vilnius or AB Volvo. */
export const leadingForms: ReadonlySet<string> = new Set(
  'ooo oao zao pao tov fop ab aktiebolaget as aktieselskabet oy ou uab sia sarl sas sasu eurl sci snc scs selarl selas gaec vof bv bvba sprl cvba scrl asbl vzw aktsiaselts osauhing شركة'.split(
    ' ',
  ),
)

const byCountry = (forms: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(forms).map(([country, words]) => [country, new Set(words.split(' '))]))

/** In other countries, these are words of a name, as in NV Energy or Amazon EU. */
export const leadingInCountry = byCountry({
  BE: 'commv nv sa scomm',
  BY: 'chp chtup iooo sooo up',
  DK: 'is',
  EE: 'fie mtu',
  FI: 'ky osakeyhtio osuuskunta tmi',
  FR: 'earl ei gie sa scea scm scp',
  LT: 'ii mb vsi',
  LV: 'ik zs',
  NL: 'cooperatie stichting',
  PL: 'fhu phu pphu puh',
  SE: 'handelsbolaget hb kb',
})
export const endingInCountry = byCountry({
  AT: 'eu gesbr',
  AU: 'nl pl',
  BE: 'aisbl commv commva gcv ivzw',
  BG: 'adsits dzzd kd',
  BR: 'epp me mei ss',
  BY: 'chp chtup iooo sooo up',
  CA: 'sec senc',
  CH: 'genossenschaft klg kmg',
  CO: 'bic esp eu',
  CZ: 'druzstvo ops sp zs zu',
  DK: 'is ivs ps',
  EE: 'fie mtu tu uu',
  ES: 'aie cb sal sc sll slp ute',
  FI: 'abp ay rf ry tmi',
  FR: 'earl ei gfa gie sccv scea scic sem',
  GB: 'ccc cio cyf cyfyngedig',
  HR: 'jtd kd obrt',
  HU: 'kkt szovetkezet',
  IE: 'teo teoranta uc unlimited',
  IT: 'asd onlus sb ss stp',
  LT: 'ii kub mb tub vsi zub',
  LU: 'scsp sicav',
  LV: 'ik ps zs',
  NL: 'cs ea io ua',
  NO: 'ans ba da enk iks sti',
  PL: 'psa ska',
  PT: 'ace crl',
  RO: 'if ii pfa',
  SE: 'publ',
  SG: 'vcc',
  SI: 'dno kd sp zoo',
  SK: 'druzstvo jsa no',
})
/** Begins what the company does, after its form: ATLAS d.o.o. za trgovinu i usluge. */
export const descriptionInCountry = byCountry({ HR: 'za' })
/** Precedes what the company does, or its seat: KRKA, tovarna zdravil, d.d., Novo mesto. */
export const describedAfter: ReadonlyMap<string, string> = new Map([
  ['HR', ','],
  ['PT', ' - '],
  ['SI', ','],
])
/** Say what a company does, between its name and its form: KOVÁCS KERESKEDELMI ÉS SZOLGÁLTATÓ KFT. */
export const activitiesInCountry = byCountry({
  HU: 'allattenyeszto anyagmozgato autojavito banyaszati befektetesi beruhazo biztonsagi biztositasi egeszsegugyi elelmiszeripari eloszto energetikai epitesi epito epitoipari epuletgepeszeti erdeszeti ertekesito es export faipari fejleszto feldolgozo felnottkepzesi fenntarto fogaszati forgalmazo fovallalkozo fuvarozo gazdasagi gazdalkodo gepgyarto gepipari gepjarmujavito gyarto gyogyszeripari hirkozlesi idegenforgalmi import informatikai ingatlanfejleszto ingatlanforgalmazo ingatlanhasznosito ingatlankezelo ipari javito karbantarto kereskedelmi kereskedo kertepitesi kiado kiskereskedelmi kivitelezo kommunikacios konnyuipari konyvelo konyvvizsgalo kornyezetvedelmi kozlekedesi kulkereskedelmi kulturalis legikozlekedesi logisztikai mernoki mezogazdasagi mukodteto muszaki nagykereskedelmi nyomdaipari oktatasi oktato penzugyi raktarozasi rendezvenyszervezo ruhaipari szallitasi szallitmanyozasi szallitmanyozo szallito szamitastechnikai szamviteli szerelo szervezo szolgaltatasi szolgaltato takarito tanacsado tavkozlesi telekommunikacios termelo tervezo textilipari turisztikai ugynoki ugyviteli uzemelteto uzletviteli vagyonkezelo vagyonvedelmi vegyipari vendeglato vendeglatoipari vallalkozo villamosipari',
})
/** Forms that can come first in Cyrillic only. In Latin letters they are words. */
export const leadingInCyrillic: ReadonlySet<string> = new Set(
  'tzov ao ip et at prat pat pp dp too odo chup'.split(' '),
)
/** Can come first if another form ends the name: SC Dacia SRL, but not SC Johnson. */
export const LEADING_WITH_ANOTHER = 'sc'

export const plainForms: ReadonlySet<string> = new Set(
  'gmbh kgaa ltd llc plc sarl srl sro kft zrt nyrt aps oyj eood ood doo uab'.split(' '),
)

export const doubtfulForms: ReadonlySet<string> = new Set(
  'ab abp ace ad ans as ay ba bic cb ccc co company cs cv da ea earl ei enk esp et eu fhu fie gie hb if ii ik il io ip is kb ky mb me nl no obrt og ou oy pfa phu pl pphu private ps psa publ sal sas sb sc scea sci scm scp scs se sem sia ska sll slp sp spa ss sti teo tmi ua uc unlimited up zs'.split(
    ' ',
  ),
)

export const easternForms: readonly (readonly [RegExp, string])[] = [
  [/บริษัท(?=.*มหาชน)|จ\u0e4d\u0e32กัด\s*\(?มหาชน\)?|บมจ\.?/gu, 'mahachon'],
  [/ห้างหุ้นส่วนจ\u0e4d\u0e32กัด|หจก\.?/gu, 'hang'],
  [/บริษัท|จ\u0e4d\u0e32กัด|บจก\.?/gu, 'borisat'],
  [/股份有限公司|股[份份]公司/gu, 'gufen'],
  [/(?:有限责任|有限責任|有限)公司/gu, 'youxian'],
  [/(?<=.)公司\s*$/gu, 'gongsi'],
  [/株式会社|株式會社|\(株\)|주식회사|\(주\)/gu, 'kk'],
  [/有限会社|有限會社|\(有\)|유한회사|\(유\)/gu, 'yk'],
  [/合同会社|合同會社|\(同\)|유한책임회사/gu, 'gk'],
  [/合資会社|\(資\)|합자회사/gu, 'goshi'],
  [/合名会社|\(名\)|합명회사/gu, 'gomei'],
  [/医療法人|学校法人|社会福祉法人|特定非営利活動法人|税理士法人|弁護士法人/gu, 'hojin'],
  [/一般社団法人|\(社\)|사단법인/gu, 'shadan'],
  [/一般財団法人|\(財\)|재단법인/gu, 'zaidan'],
]
