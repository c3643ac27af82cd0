import json,collections
want={'fr':dict(unmistakable=70,near=70,sad=260,ordinary=60),'en':dict(unmistakable=50,near=50,sad=200,ordinary=50)}
for lang,files in (('fr',['fr_a.txt','fr_sad.txt']),('en',['en_kept.txt','en_new.txt'])):
    rows=[];seen=set();cur=None
    for f in files:
        for l in open(f,encoding='utf-8'):
            l=l.strip()
            if not l: continue
            if l[0]=='@': cur=l[1:].split(); continue
            k=l.casefold()
            if k in seen: print('dup',l); continue
            seen.add(k); rows.append(dict(text=l,level=cur[0],kind=cur[1]))
    with open(lang+'.jsonl','w',encoding='utf-8') as o:
        for r in rows:o.write(json.dumps(r,ensure_ascii=False)+'\n')
    c=collections.Counter(r['level'] for r in rows)
    print(lang,dict(c),{k:c[k]-v for k,v in want[lang].items()},len(rows))
    print(collections.Counter((r['level'],r['kind']) for r in rows))
