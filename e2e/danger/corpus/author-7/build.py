import json,sys,collections
T={'fr':(50,90,90,60),'de':(40,80,60,50),'en':(30,60,80,50),'es':(25,60,40,30),'pt':(25,60,40,30),'it':(25,60,40,30)}
K={'s':'suicide','h':'selfharm','o':'overdose','a':'abuse','x':'others','-':'none'}
L=['unmistakable','near','sad','ordinary']
seen={}
for g in sys.argv[1:]:
    d=collections.defaultdict(list);lv=None
    for ln in open(f'/tmp/author-7/{g}.txt',encoding='utf-8'):
        ln=ln.strip()
        if not ln: continue
        if ln.startswith('# '): lv=ln[2:];continue
        k,t=ln.split('|',1);t=t.strip()
        assert (k=='-')==(lv in('sad','ordinary')),ln
        if t.lower() in seen: print('DUP',g,t);continue
        seen[t.lower()]=1
        d[lv].append((t,K[k]))
    for l,n in zip(L,T[g]): print(g,l,len(d[l]),'target',n,dict(collections.Counter(k for _,k in d[l])))
    with open(f'/tmp/author-7/{g}.jsonl','w',encoding='utf-8') as f:
        for l,n in zip(L,T[g]):
            for t,k in d[l][:n]: f.write(json.dumps({"text":t,"level":l,"kind":k},ensure_ascii=False)+'\n')
