package io.tidegate.store.postgres;

import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.store.postgres.ContentSql.Ref;
import java.util.List;

/** Hashes content on the caller's thread, before a connection is taken. No state. */
final class ContentRefs {
    private ContentRefs() {}

    static List<Ref> texts(List<QueryText> texts) {
        return texts.stream()
                .map(t -> new Ref(
                        t.queryTextId(), t.bytes(), t.text() == null ? null : Content.of(t.text()), t.absence()))
                .toList();
    }

    static List<Ref> plans(List<PlanXml> plans) {
        return plans.stream()
                .map(p -> new Ref(p.planId(), p.bytes(), p.xml() == null ? null : Content.of(p.xml()), p.absence()))
                .toList();
    }
}
